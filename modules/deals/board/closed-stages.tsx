// Won and lost are in one strip below the columns: a place to drop, and the way to the list of them.
import { dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { formatMoney } from "#domain/money.ts";
import { countOf } from "#app/lib/formats.ts";
import { classNames } from "#app/ui/class-names.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { BoardStage } from "./board.ts";

export function ClosedStages({
  stages,
  currency,
  pinned,
  over,
  linkTo,
}: {
  stages: readonly BoardStage[];
  currency: string;
  /** While a card is dragged: where they stay. */
  pinned: { top: number; left: number; width: number; height: number } | null;
  over: string | null;
  linkTo: (stage: BoardStage) => string;
}) {
  return (
    <div
      data-closed-stages=""
      style={pinned ? { height: pinned.height } : undefined}
      className="sticky bottom-0 z-9 -mb-6 max-sm:static"
    >
      <div
        style={pinned ? { top: pinned.top, left: pinned.left, width: pinned.width } : undefined}
        className={classNames("grid grid-cols-2 gap-4 bg-sunken pt-2 pb-4 max-sm:gap-2", pinned && "fixed")}
      >
        {stages.map((stage) => (
          <ClosedStage
            key={stage.id}
            {...{ stage, currency }}
            dragging={pinned !== null}
            over={over === stage.id}
            to={linkTo(stage)}
          />
        ))}
      </div>
    </div>
  );
}

function ClosedStage({
  stage,
  currency,
  dragging,
  over,
  to,
}: {
  stage: BoardStage;
  currency: string;
  dragging: boolean;
  over: boolean;
  to: string;
}) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(
    () =>
      link.current ? dropTargetForElements({ element: link.current, getData: () => ({ stage: stage.id }) }) : undefined,
    [stage.id],
  );
  const won = stage.kind === "won";
  return (
    <Link
      ref={link}
      to={to}
      draggable={false}
      data-closer={stage.kind}
      className={classNames(
        "min-w-0 wrap-anywhere",
        "flex min-h-13 items-center gap-3 rounded-1 rounded-br-[0.875rem] border px-4 py-2 text-caption max-sm:flex-wrap max-sm:gap-x-2 max-sm:gap-y-0.5 max-sm:px-3",
        dragging ? "border-dashed" : "border-line bg-surface hover:border-control",
        dragging && (won ? "border-live bg-live-bg" : "border-danger bg-danger-bg"),
        over && "outline-2 outline-offset-1 outline-ink",
      )}
    >
      <Icon name={won ? "check" : "close"} className={`size-5 ${won ? "text-live" : "text-danger"}`} />
      <b className={`text-ui font-[640] ${won ? "text-live" : "text-danger"}`}>{stage.name}</b>
      <span className={classNames("ml-auto max-sm:ml-0 max-sm:w-full", !dragging && "text-muted")}>
        {countOf(stage.count, "deal")}, {formatMoney(stage.sum_minor, currency)}
      </span>
    </Link>
  );
}
