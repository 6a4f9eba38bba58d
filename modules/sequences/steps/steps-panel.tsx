// The line of steps: mails and tasks as cards with what came of them, waits as knots between. Changed here, saved as a whole.
import { useQuery } from "@tanstack/react-query";
import { Fragment, useState } from "react";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Button } from "#app/ui/button.tsx";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { Strip } from "#app/ui/compact/strip.tsx";
import { Menu } from "#app/ui/compact/menu.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { ArchiveDialog } from "../settings/archive-dialog.tsx";
import { useSequenceActions } from "../sequence-actions-data.ts";
import { delayWords, type Step } from "../sequence.ts";
import { type ResultStep, type Sequence, stepsQuery } from "../sequences-data.ts";
import { SettingsDialog } from "../settings/settings-dialog.tsx";
import { StepCard } from "./step-card.tsx";
import { StepDialog } from "./step-dialog.tsx";
import { WaitDialog } from "./wait-dialog.tsx";

/** A step as it is shown: with its results, unless it is new or was changed into another. */
export type ShownStep = Step & Partial<Omit<ResultStep, keyof Step>>;

const stored = ({
  kind,
  delay_days,
  delay_business,
  delay_minutes,
  template_version_id,
  task_title,
  wait_for_task,
  same_thread,
}: ShownStep): Step => ({
  kind,
  delay_days,
  delay_business,
  delay_minutes,
  template_version_id,
  task_title,
  wait_for_task,
  same_thread,
});

const newStep = (kind: Step["kind"], isFirst: boolean): ShownStep => ({
  kind,
  delay_days: isFirst ? 0 : 3,
  delay_business: true,
  delay_minutes: 0,
  template_version_id: null,
  task_title: null,
  wait_for_task: false,
  same_thread: false,
});

type Editing = { what: "step" | "wait"; at: number; step: ShownStep } | null;

export function StepsPanel({ sequence }: { sequence: Sequence }) {
  const steps = useQuery(stepsQuery(sequence.id));
  const actions = useSequenceActions();
  /** What is not saved yet, and how the sequence stood when it was begun. */
  const [draft, setDraft] = useState<{ steps: readonly ShownStep[]; seen: string } | null>(null);
  const changed = draft?.steps ?? null;
  const setChanged = (next: readonly ShownStep[] | null) =>
    setDraft(next && { steps: next, seen: draft?.seen ?? sequence.updated_at });
  const overtaken = draft !== null && draft.seen !== sequence.updated_at;
  const [editing, setEditing] = useState<Editing>(null);
  const [dialog, setDialog] = useState<"settings" | "archive" | null>(null);
  const shown: readonly ShownStep[] = changed ?? steps.data ?? [];
  const put = (at: number, step: ShownStep) => setChanged([...shown.slice(0, at), step, ...shown.slice(at + 1)]);
  const move = (from: number, to: number) => {
    const next = shown.filter((_step, index) => index !== from);
    const step = shown[from];
    if (step) setChanged([...next.slice(0, to), step, ...next.slice(to)]);
  };
  const save = () =>
    actions.save({ id: sequence.id, steps: shown.map(stored) }, draft?.seen ?? sequence.updated_at, () =>
      setDraft(null),
    );
  const runs = sequence.status === "active";
  const isOver = sequence.status === "archived";
  return (
    <section aria-label={`Steps of ${sequence.name}`} className={`${panelClass} overflow-clip rounded-br-turn-dialog`}>
      <header className="flex flex-wrap items-center justify-between gap-2 border-b border-line py-2 pr-2.5 pl-4">
        <h2 dir="auto" className="min-w-0 text-small font-[640] wrap-anywhere">
          {sequence.name}
          {sequence.current_version !== null && (
            <span className="font-normal text-muted"> version {sequence.current_version}</span>
          )}
        </h2>
        {!isOver && (
          <div className="flex flex-wrap items-center gap-2 max-sm:*:min-h-10">
            <Button
              variant="line"
              size="compact"
              icon={runs ? "pause" : "play"}
              disabled={actions.busy || changed !== null}
              onClick={() => actions.setStatus(sequence.id, runs ? "paused" : "active")}
            >
              {runs ? "Pause" : sequence.status === "paused" ? "Go on" : "Start"}
            </Button>
            {changed && (
              <Button variant="line" size="compact" disabled={actions.busy} onClick={() => setChanged(null)}>
                Discard
              </Button>
            )}
            <Button size="compact" disabled={actions.busy || changed === null || overtaken} onClick={save}>
              Save
            </Button>
            <Menu
              label={`More for ${sequence.name}`}
              actions={[
                { id: "settings", label: "Name, owner and hours", icon: "edit", onAction: () => setDialog("settings") },
                {
                  id: "archive",
                  label: "Archive",
                  icon: "folder",
                  danger: true,
                  onAction: () => setDialog("archive"),
                },
              ]}
            />
          </div>
        )}
      </header>
      {overtaken && (
        <div className="border-b border-line p-2">
          <Strip
            tone="warn"
            action={
              <>
                <Button variant="line" size="compact" className={inStrip} onClick={() => setDraft(null)}>
                  Show theirs
                </Button>
                <Button
                  variant="line"
                  size="compact"
                  className={inStrip}
                  onClick={() => setDraft({ steps: shown, seen: sequence.updated_at })}
                >
                  Keep mine
                </Button>
              </>
            }
          >
            <b>Someone else changed this sequence meanwhile.</b> What you changed here is not saved.
          </Strip>
        </div>
      )}
      {changed && !overtaken && sequence.current_version !== null && (
        <p className="border-b border-line bg-nil px-4 py-2 text-caption">
          Not saved yet. People in the sequence keep the steps they began with.
        </p>
      )}
      {steps.isError && (
        <FailedRow what="the steps" why={messageOf(steps.error)} onRetry={() => void steps.refetch()} />
      )}
      {steps.isPending && <LoadingRows rows={4} />}
      {(steps.data || changed) && (
        <ol aria-label="Steps" className="px-5 pt-5 pb-6 max-sm:px-3.5">
          <Line icon="people">
            <div className="rounded-1 rounded-br-[0.875rem] border border-line px-3.75 py-2.75">
              <span className="text-xs text-muted">Starts when</span>
              <b className="block font-[620]">Someone is enrolled</b>
              <p className="text-caption text-muted">
                Ends at once on a reply, a booking, an accepted proposal, a bounce or unsubscribing
              </p>
            </div>
          </Line>
          {shown.map((step, index) => (
            <Fragment key={index}>
              {(delayWords(step) || index > 0) && (
                <Knot>
                  <button
                    type="button"
                    disabled={isOver}
                    onClick={() => setEditing({ what: "wait", at: index, step })}
                    className="-ml-1 rounded-1 px-1 py-1 text-left text-caption enabled:hover:bg-shade max-sm:min-h-10"
                  >
                    <b className="font-semibold">{delayWords(step) ? `Wait ${delayWords(step)}` : "At once"}</b>
                    <span className="text-muted"> then</span>
                  </button>
                </Knot>
              )}
              <Line icon={step.kind === "mail" ? "mail" : "task"}>
                <StepCard
                  step={step}
                  no={index + 1}
                  count={shown.length}
                  {...(!isOver && {
                    onEdit: () => setEditing({ what: "step", at: index, step }),
                    onWait: () => setEditing({ what: "wait", at: index, step }),
                    onUp: () => move(index, index - 1),
                    onDown: () => move(index, index + 1),
                    onRemove: () => setChanged(shown.filter((_step, place) => place !== index)),
                  })}
                />
              </Line>
            </Fragment>
          ))}
          {!isOver && (
            <Knot last>
              <div className="flex flex-wrap gap-2 max-sm:*:min-h-10">
                {(["mail", "task"] as const).map((kind) => (
                  <Button
                    key={kind}
                    variant="line"
                    size="compact"
                    icon={kind}
                    onClick={() =>
                      setEditing({ what: "step", at: shown.length, step: newStep(kind, shown.length === 0) })
                    }
                  >
                    {kind === "mail" ? "Add a mail" : "Add a task"}
                  </Button>
                ))}
              </div>
            </Knot>
          )}
        </ol>
      )}
      {editing?.what === "step" && (
        <StepDialog
          step={editing.step}
          isFirst={editing.at === 0}
          isNew={editing.at >= shown.length}
          onClose={() => setEditing(null)}
          onDone={(step) => {
            put(editing.at, step);
            setEditing(null);
          }}
        />
      )}
      {editing?.what === "wait" && (
        <WaitDialog
          step={editing.step}
          onClose={() => setEditing(null)}
          onDone={(step) => {
            put(editing.at, step);
            setEditing(null);
          }}
        />
      )}
      {dialog === "settings" && <SettingsDialog sequence={sequence} onClose={() => setDialog(null)} />}
      {dialog === "archive" && <ArchiveDialog sequence={sequence} actions={actions} onClose={() => setDialog(null)} />}
    </section>
  );
}

const inStrip = "border-current text-inherit hover:border-current";
const rule =
  "relative pb-3.5 pl-13 max-sm:pl-11.5 before:absolute before:inset-y-0 before:left-[1.09375rem] before:w-px before:bg-control first:before:top-4.5";

function Line({ icon, children }: { icon: "people" | "mail" | "task"; children: React.ReactNode }) {
  return (
    <li className={rule}>
      <span
        aria-hidden="true"
        className="absolute top-0 left-0 grid size-9 place-items-center rounded-full border border-ink bg-surface"
      >
        <Icon name={icon} className="size-4" />
      </span>
      {children}
    </li>
  );
}

function Knot({ last = false, children }: { last?: boolean; children: React.ReactNode }) {
  return (
    <li className={`${rule} ${last ? "pb-0 before:bottom-auto before:h-4.5" : ""}`}>
      <span aria-hidden="true" className="absolute top-2 left-3 size-3 rounded-full border border-control bg-nil" />
      {children}
    </li>
  );
}
