import { useEffect, useState } from "react";
import { SkeletonBar } from "#app/ui/skeleton.tsx";

/** The word at once, bars in the place of rows when it takes longer than 300 ms. */
export function LoadingRows({ rows = 8 }: { rows?: number }) {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 300);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="grid gap-4 p-4">
      <output className="text-muted">Loading...</output>
      {slow &&
        Array.from({ length: rows }, (_, row) => <SkeletonBar key={row} className={row % 2 ? "w-3/5" : "w-4/5"} />)}
    </div>
  );
}
