import { classNames } from "./class-names.ts";

/** One bar in the place of a line that is still loading. */
export function SkeletonBar({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        "block h-3 rounded-1 bg-[linear-gradient(100deg,var(--sunken)_40%,var(--line)_50%,var(--sunken)_60%)] bg-size-[300%_100%] animate-skeleton",
        className,
      )}
    />
  );
}

const widths = ["w-2/5", "w-full", "w-5/6", "w-2/3"];

/** Bars in the place of rows; says "Loading..." to screen readers. Show it after 300 ms, not at once. */
export function Skeleton({ rows = 4 }: { rows?: number }) {
  return (
    <output className="grid gap-3.5 p-5">
      <span className="sr-only">Loading...</span>
      {Array.from({ length: rows }, (_, row) => (
        <SkeletonBar key={row} className={widths[row % widths.length] ?? ""} />
      ))}
    </output>
  );
}
