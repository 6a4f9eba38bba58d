// In the head of a deal's page: the way it has come, and where it can go.
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { currentMillis } from "#domain/clock.ts";
import { formatDay } from "#domain/days.ts";
import type { PanelProps } from "#domain/module.ts";
import { may } from "#app/lib/access.ts";
import { officeQuery } from "#app/lib/office.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Icon } from "#app/ui/icon.tsx";
import { angleOf } from "../board/board-moves.ts";
import { DayDialog, OwnerDialog } from "../moves/change-dialogs.tsx";
import { type DealState, dealStateQuery } from "./deal-page-data.ts";
import { useDealMoves } from "../moves/deal-moves.tsx";
import { daysIn, daysWords } from "../deal-words.ts";
import type { Stage } from "../board/board.ts";
import { stagesQuery } from "../deals-data.ts";
import { MoveMenu } from "../moves/move-menu.tsx";
import { StageIcon } from "#app/ui/compact/stage-icon.tsx";

export default function StageStepper({ record }: PanelProps) {
  const state = useQuery(dealStateQuery(record.id));
  const stages = useQuery(stagesQuery);
  const office = useQuery(officeQuery);
  if (state.isError || stages.isError) return <p className="text-danger">Failed to load the stages</p>;
  if (!state.data || !stages.data || !office.data) return <LoadingRows rows={1} />;
  return <Stepper deal={state.data} stages={stages.data} currency={office.data.currency} />;
}

function Stepper({ deal, stages, currency }: { deal: DealState; stages: readonly Stage[]; currency: string }) {
  const moves = useDealMoves({ stages, currency });
  const [now] = useState(currentMillis);
  const [open, setOpen] = useState<"menu" | "owner" | "day" | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const stage = stages.find(({ id }) => id === deal.stage_id);
  const won = stages.find(({ kind }) => kind === "won");
  const lost = stages.find(({ kind }) => kind === "lost");
  // The way: open stages, then the end it came to, or may come to.
  const steps = [
    ...stages.filter(({ kind }) => kind === "open"),
    ...(stage && stage.kind !== "open" ? [stage] : won ? [won] : []),
  ];
  const at = steps.findIndex(({ id }) => id === deal.stage_id);
  const days = daysIn(deal.stage_since, now);
  const closed = stage?.kind !== "open";
  const mayMove = may("deals", "edit");
  const one = { ids: [deal.id], name: deal.name, owner_id: deal.owner_id, expected_close: deal.expected_close };
  const moveTo = (to: Stage) => {
    if (to.id !== deal.stage_id) moves.move(deal, to);
  };
  return (
    <div className="grid gap-4">
      <ol aria-label="Stages" className="flex gap-0.75 max-sm:hidden">
        {steps.map((step, index) => (
          <li key={step.id} className="flex min-w-0 flex-1">
            <button
              type="button"
              {...(index === at && { "aria-current": "step" as const })}
              disabled={moves.busy || !mayMove}
              onClick={() => moveTo(step)}
              className={classNames(
                "flex min-h-12 min-w-0 flex-1 not-disabled:cursor-pointer items-center gap-2.5 border px-3 py-1.5 text-left text-caption leading-[1.3]",
                index === steps.length - 1 && "rounded-br-xl",
                index === at
                  ? step.kind === "lost"
                    ? "border-danger bg-danger text-on-danger"
                    : "border-solid bg-solid text-on-solid"
                  : index < at
                    ? "border-nil bg-nil"
                    : "border-line not-disabled:hover:border-control",
              )}
            >
              {index < at ? (
                <Icon name="check" className="size-4.5" />
              ) : step.kind === "lost" ? (
                <Icon name="close" className="size-4.5" />
              ) : (
                <StageIcon angle={angleOf(stages, step.id)} />
              )}
              <span className="min-w-0">
                <b className="block truncate font-[620]">{step.name}</b>
                {index === at
                  ? closed
                    ? formatDay(deal.closed_on ?? "")
                    : `${daysWords(days)} so far`
                  : index < at
                    ? spentWords(deal.spent[step.id])
                    : `${step.probability}%`}
              </span>
            </button>
          </li>
        ))}
      </ol>
      <div className="grid gap-3 sm:hidden">
        <div className="flex items-center justify-between gap-3">
          <span className="flex items-center gap-2 font-semibold">
            <StageIcon angle={angleOf(stages, deal.stage_id)} />
            {stage?.name}, step {at + 1} of {steps.length}
          </span>
        </div>
        <span aria-hidden="true" className="flex gap-0.75">
          {steps.map(({ id }, index) => (
            <i
              key={id}
              className={classNames(
                "h-2 flex-1",
                index < at ? "bg-nil" : index === at ? "bg-solid" : "border border-line",
              )}
            />
          ))}
        </span>
      </div>
      {mayMove && (
        <div className="flex flex-wrap gap-2 max-sm:*:min-h-11 max-sm:*:grow max-sm:*:first:basis-full">
          <Button
            ref={button}
            variant="line"
            size="compact"
            icon="deal"
            aria-haspopup="menu"
            disabled={moves.busy}
            onClick={() => setOpen("menu")}
          >
            Move
          </Button>
          {!closed && won && (
            <Button variant="line" size="compact" icon="check" disabled={moves.busy} onClick={() => moveTo(won)}>
              Mark won
            </Button>
          )}
          {!closed && lost && (
            <Button variant="line" size="compact" icon="close" disabled={moves.busy} onClick={() => moveTo(lost)}>
              Mark lost
            </Button>
          )}
          {closed && (
            <Button
              variant="line"
              size="compact"
              icon="back"
              disabled={moves.busy}
              onClick={() => {
                const back =
                  stages.find(({ id }) => id === deal.cameFrom) ?? stages.find(({ kind }) => kind === "open");
                if (back) moveTo(back);
              }}
            >
              Reopen
            </Button>
          )}
        </div>
      )}
      {open === "menu" && (
        <MoveMenu
          anchor={button}
          name={deal.name}
          stages={stages}
          stageId={deal.stage_id}
          onClose={() => setOpen(null)}
          onStage={moveTo}
          onOwner={() => setOpen("owner")}
          onDay={() => setOpen("day")}
        />
      )}
      {open === "owner" && <OwnerDialog deals={one} onClose={() => setOpen(null)} />}
      {open === "day" && <DayDialog deals={one} onClose={() => setOpen(null)} />}
      {moves.dialogs}
    </div>
  );
}

const spentWords = (seconds: number | undefined) =>
  seconds === undefined ? "Passed over" : daysWords(Math.floor(seconds / 86_400));
