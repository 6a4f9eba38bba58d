// The frame of a record's page: details and people; what happened; what is next. On a narrow screen one of the three at a time.
import { type ReactNode, Suspense, useState } from "react";
import { classNames } from "#app/ui/class-names.ts";
import { LoadingRows } from "../list/loading-rows.tsx";

const column = "grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-5";

export function RecordFrame({ left, feed, side }: { left: ReactNode; feed: ReactNode; side: readonly ReactNode[] }) {
  const parts = [
    { key: "feed", label: "Timeline" },
    ...(side.length > 0 ? [{ key: "side", label: "Next" }] : []),
    { key: "left", label: "Details" },
  ];
  const [shown, setShown] = useState("feed");
  const place = (key: string, area: string) => classNames(column, area, shown !== key && "max-lg:hidden");
  return (
    <>
      <fieldset aria-label="Show" className="-mb-1 min-w-0 flex overflow-x-auto border-b border-line lg:hidden">
        {parts.map(({ key, label }) => (
          <button
            key={key}
            type="button"
            aria-pressed={shown === key}
            onClick={() => setShown(key)}
            className="-mb-px mr-6 min-h-11 border-b-2 border-transparent font-[560] whitespace-nowrap text-muted -outline-offset-2 hover:text-ink aria-pressed:border-ink aria-pressed:text-ink"
          >
            {label}
          </button>
        ))}
      </fieldset>
      <div
        className={classNames(
          "grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[17rem_minmax(0,1fr)]",
          side.length > 0 && "lg:grid-rows-[auto_1fr] xl:grid-cols-[15.5rem_minmax(0,1fr)_18rem] xl:grid-rows-none",
        )}
      >
        <div className={place("left", "")}>
          <Suspense fallback={<LoadingRows rows={3} />}>{left}</Suspense>
        </div>
        <div className={place("feed", side.length > 0 ? "lg:row-span-2 xl:row-span-1" : "")}>
          <Suspense fallback={<LoadingRows rows={4} />}>{feed}</Suspense>
        </div>
        {side.length > 0 && (
          <div className={place("side", "")}>
            <Suspense fallback={<LoadingRows rows={3} />}>{side}</Suspense>
          </div>
        )}
      </div>
    </>
  );
}
