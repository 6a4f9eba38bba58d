// The frame of a record's page: what is next and what happened; details, people and deals; money and files. On a narrow screen what is next,
// and one of the three at a time.
import { type ReactNode, Suspense, useState } from "react";
import { useSearchParams } from "react-router";
import { classNames } from "#app/ui/class-names.ts";
import { Segmented } from "#app/ui/compact/segmented.tsx";
import { LoadingRows } from "../list/loading-rows.tsx";

const column = "grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-5";

export interface Feed {
  key: string;
  name: string;
  part: ReactNode;
}

export function RecordFrame({
  next,
  left,
  feed,
  side,
}: {
  next: readonly ReactNode[];
  left: ReactNode;
  /** One at a time; which one is in the address. */
  feed: readonly Feed[];
  side: readonly ReactNode[];
}) {
  const parts = [
    { key: "feed", label: "Timeline" },
    { key: "left", label: "Details" },
    ...(side.length > 0 ? [{ key: "side", label: "Money and files" }] : []),
  ];
  const [shown, setShown] = useState("feed");
  const place = (key: string, area: string) => classNames(column, area, shown !== key && "max-lg:hidden");
  return (
    <div
      className={classNames(
        "grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[17rem_minmax(0,1fr)]",
        side.length > 0 && "lg:grid-rows-[auto_1fr] xl:grid-cols-[15.5rem_minmax(0,1fr)_18rem] xl:grid-rows-none",
      )}
    >
      {/* First also for the keyboard and in a reading order; beside the details from 1024 px on. */}
      <div
        className={classNames(
          column,
          "max-lg:contents lg:col-start-2 lg:row-start-1",
          side.length > 0 && "lg:row-span-2 xl:row-span-1",
        )}
      >
        {next.length > 0 && (
          <div className={column}>
            <Suspense fallback={<LoadingRows rows={1} />}>{next}</Suspense>
          </div>
        )}
        <fieldset aria-label="Show" className="-mb-1 flex min-w-0 overflow-x-auto border-b border-line lg:hidden">
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
        <div className={place("feed", "")}>
          <OneFeed feeds={feed} />
        </div>
      </div>
      <div className={place("left", "lg:col-start-1 lg:row-start-1")}>
        <Suspense fallback={<LoadingRows rows={3} />}>{left}</Suspense>
      </div>
      {side.length > 0 && (
        <div className={place("side", "lg:col-start-1 lg:row-start-2 xl:col-start-3 xl:row-start-1")}>
          <Suspense fallback={<LoadingRows rows={3} />}>{side}</Suspense>
        </div>
      )}
    </div>
  );
}

function OneFeed({ feeds }: { feeds: readonly Feed[] }) {
  const [params, setParams] = useSearchParams();
  const idOf = ({ name }: Feed) => name.toLowerCase();
  const chosen = feeds.find((feed) => idOf(feed) === params.get("feed")) ?? feeds[0];
  const choose = (id: string) =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old);
        if (feeds[0] && id === idOf(feeds[0])) next.delete("feed");
        else next.set("feed", id);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <>
      {feeds.length > 1 && chosen && (
        <Segmented
          label="What happened"
          chosen={idOf(chosen)}
          onChoose={choose}
          choices={feeds.map((feed) => ({ id: idOf(feed), name: feed.name }))}
        />
      )}
      <Suspense key={chosen?.key} fallback={<LoadingRows rows={4} />}>
        {chosen?.part}
      </Suspense>
    </>
  );
}
