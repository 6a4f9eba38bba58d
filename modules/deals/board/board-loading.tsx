import { useEffect, useState } from "react";
import { panelClass } from "#app/ui/panel.ts";
import { SkeletonBar } from "#app/ui/skeleton.tsx";
import { cardClass } from "./deal-card.tsx";

/** Bars in the shape of what comes, when it takes longer than 300 ms. */
export function BoardLoading({ list = false }: { list?: boolean }) {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 300);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <output className="sr-only">Loading...</output>
      {slow && list && (
        <div className={`${panelClass} grid gap-6 p-5`}>
          {Array.from({ length: 8 }, (_, row) => (
            <SkeletonBar key={row} className={row % 2 ? "w-3/5" : "w-4/5"} />
          ))}
        </div>
      )}
      {slow && !list && (
        <div aria-hidden="true" className="grid grid-cols-4 gap-4 max-sm:grid-cols-1">
          {[3, 4, 3, 2].map((cards, lane) => (
            <div key={lane} className="grid content-start gap-2 max-sm:not-first:hidden">
              <div className="grid gap-2.5 border-t border-ink py-3">
                <SkeletonBar className="w-1/2" />
                <SkeletonBar className="w-1/3" />
              </div>
              {Array.from({ length: cards }, (_, card) => (
                <div key={card} className={`${cardClass} gap-3! py-4!`}>
                  <SkeletonBar className="w-1/3" />
                  <SkeletonBar className="w-4/5" />
                  <SkeletonBar className="w-2/5" />
                </div>
              ))}
            </div>
          ))}
        </div>
      )}
    </>
  );
}
