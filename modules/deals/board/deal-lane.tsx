// One stage of the board: what it holds in figures, then its cards. A place to drop.
import { dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { formatMoney } from "#domain/money.ts";
import { countOf } from "#app/lib/formats.ts";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { type CardProps, DealCard } from "./deal-card.tsx";
import type { BoardStage } from "./board.ts";
import { StageIcon } from "#app/ui/compact/stage-icon.tsx";

/** Where a card that is being dragged would land. */
export interface Over {
  stage: string;
  row: number;
  height: number;
  /** "50%, $31,250 weighted". */
  words: string;
}

export function DealLane({
  stage,
  angle,
  currency,
  largest,
  noted,
  over,
  dragged,
  stop,
  loadingMore,
  onMore,
  hidden,
  ...cards
}: {
  stage: BoardStage;
  angle: number;
  currency: string;
  /** The sum of the fullest column: bars are to scale. */
  largest: number;
  /** Some column has a note: each keeps a line for it, so that the cards begin at one height. */
  noted: boolean;
  over: Over | null;
  dragged: string | null;
  /** The card that Tab comes to. */
  stop: string | null;
  loadingMore: boolean;
  onMore: () => void;
  /** On a phone another stage is shown. */
  hidden: boolean;
} & Omit<CardProps, "card" | "stop" | "usual">) {
  const id = useId();
  const lane = useRef<HTMLElement>(null);
  useEffect(
    () =>
      lane.current ? dropTargetForElements({ element: lane.current, getData: () => ({ stage: stage.id }) }) : undefined,
    [stage.id],
  );
  const here = over?.stage === stage.id ? over : null;
  return (
    <section
      ref={lane}
      aria-labelledby={id}
      data-lane={stage.id}
      className={classNames("flex min-w-0 flex-col gap-2 pb-4", hidden && "max-sm:hidden")}
    >
      <LaneHead {...{ stage, angle, currency, largest, noted, id }} over={here !== null} />
      <ul aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {withPlate(
          stage.cards.map((card) => (
            <DealCard key={card.id} card={card} usual={stage.stale_after_days} stop={card.id === stop} {...cards} />
          )),
          stage.cards.map((card) => card.id),
          dragged,
          here && <Plate key="drop" over={here} name={stage.name} />,
          here?.row ?? 0,
        )}
      </ul>
      {stage.count === 0 && !here && (
        <p className="rounded-1 rounded-br-[0.875rem] border border-dashed border-line px-3 py-5 text-center text-caption text-muted">
          Nothing in {stage.name}
        </p>
      )}
      {stage.more && <More busy={loadingMore} shown={stage.cards.length} count={stage.count} onMore={onMore} />}
    </section>
  );
}

/** The placeholder is before the row-th of the other cards: the dragged one keeps its own place as an outline. */
function withPlate(cards: ReactNode[], ids: string[], dragged: string | null, plate: ReactNode, row: number) {
  if (!plate) return cards;
  const others = ids.filter((id) => id !== dragged);
  const before = others[row];
  return cards.toSpliced(before === undefined ? cards.length : ids.indexOf(before), 0, plate);
}

function Plate({ over, name }: { over: Over; name: string }) {
  return (
    <li
      aria-hidden="true"
      style={{ minHeight: over.height }}
      className="grid list-none content-start justify-end rounded-1 rounded-br-[0.875rem] border border-dashed border-ink bg-nil px-3 py-2.5 text-right text-caption leading-[1.35] font-semibold"
    >
      {name}
      <small className="text-xs font-normal">{over.words}</small>
    </li>
  );
}

function LaneHead({
  stage,
  angle,
  currency,
  largest,
  noted,
  id,
  over,
}: {
  stage: BoardStage;
  angle: number;
  currency: string;
  largest: number;
  noted: boolean;
  id: string;
  over: boolean;
}) {
  const { name, count, sum_minor: sum, weighted_minor: weighted } = stage;
  return (
    <header
      className={classNames(
        "grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 gap-y-0.5 border-ink pb-1",
        over ? "border-t-3 pt-2.25" : "border-t pt-2.75",
      )}
    >
      <h2 id={id} className="flex min-w-0 items-center gap-1.75 text-ui font-[640]">
        <StageIcon angle={angle} />
        <span className="truncate">{name}</span> <span className="font-normal text-muted">{count}</span>
        <span className="sr-only">
          {countOf(count, "deal")}, {formatMoney(sum, currency)}
        </span>
      </h2>
      <span aria-hidden="true" className="serif text-[1.1875rem] leading-[1.2]">
        {formatMoney(sum, currency)}
      </span>
      <p className="col-span-2 flex justify-between gap-2 text-xs whitespace-nowrap text-muted">
        <span>Weighted {formatMoney(weighted, currency)}</span>
        <span>{stage.probability}%</span>
      </p>
      <span
        aria-hidden="true"
        className="relative col-span-2 mt-1 block h-1.75 border-r border-line bg-[repeating-linear-gradient(90deg,var(--line)_0_1px,transparent_1px_calc(25%-0.01px))]"
      >
        {sum > 0 && (
          <i
            style={{ width: `${(sum / largest) * 100}%` }}
            className="absolute inset-y-0 left-0 border border-ink bg-surface"
          >
            <b style={{ width: `${(weighted / sum) * 100}%` }} className="absolute inset-y-0 left-0 bg-ink" />
          </i>
        )}
      </span>
      {noted && <p className="col-span-2 mt-1 min-h-4 text-xs text-muted">{notesOf(stage).join(", ")}</p>}
    </header>
  );
}

/** What the sum of a column leaves out or has counted over. */
export const notesOf = ({ without_amount: without, converted }: BoardStage) => [
  ...(without > 0 ? [`${without} without amount`] : []),
  ...(converted > 0 ? [`${converted} converted`] : []),
];

/** More cards come when the end of the column is seen; the button is for who does not scroll. */
function More({ busy, shown, count, onMore }: { busy: boolean; shown: number; count: number; onMore: () => void }) {
  const button = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (busy || !button.current) return undefined;
    const observer = new IntersectionObserver(([seen]) => seen?.isIntersecting && onMore());
    observer.observe(button.current);
    return () => observer.disconnect();
  });
  return (
    <div ref={button}>
      <Button variant="line" size="compact" className="w-full" disabled={busy} onClick={onMore}>
        {busy ? "Loading..." : `Show more (${shown} of ${count})`}
      </Button>
    </div>
  );
}
