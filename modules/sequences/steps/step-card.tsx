// One step: what it sends or asks for, and what came of it so far.
import { Menu, type MenuAction } from "#app/ui/compact/menu.tsx";
import { subjectWords } from "../sequence.ts";
import type { ShownStep } from "./steps-panel.tsx";

interface StepCardProps {
  step: ShownStep;
  no: number;
  count: number;
  /** Left out where nothing can be changed any more. */
  onEdit?: () => void;
  onWait?: () => void;
  onUp?: () => void;
  onDown?: () => void;
  onRemove?: () => void;
}

export function StepCard({ step, no, count, onEdit, onWait, onUp, onDown, onRemove }: StepCardProps) {
  const isMail = step.kind === "mail";
  const title = isMail ? subjectWords(step.subject ?? "Choose a text") : (step.task_title ?? "");
  const actions: MenuAction[] = [
    { id: "edit", label: "Change", icon: "edit", ...(onEdit && { onAction: onEdit }) },
    { id: "wait", label: "Change the wait before it", icon: "hourglass", ...(onWait && { onAction: onWait }) },
    ...(no > 1 && onUp ? [{ id: "up", label: "Move up", icon: "sort" as const, onAction: onUp }] : []),
    ...(no < count && onDown ? [{ id: "down", label: "Move down", icon: "sort" as const, onAction: onDown }] : []),
    ...(onRemove
      ? [{ id: "remove", label: "Remove", icon: "trash" as const, danger: true as const, onAction: onRemove }]
      : []),
  ];
  const behind = step.newest_version_id && step.newest_version_id !== step.template_version_id;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 rounded-1 rounded-br-[0.875rem] border border-line py-2.75 pr-2 pl-3.75">
      <div className="min-w-0">
        <span className="text-xs text-muted">
          {isMail ? "Mail" : "Task"}
          <span className="sr-only">, step {no}</span>
        </span>
        <b dir="auto" className="block text-left font-[620] wrap-anywhere">
          {title}
        </b>
        <p className="text-caption wrap-anywhere text-muted">
          {isMail
            ? `Template: ${step.template_name ?? "the one you chose"}${step.template_version ? `, version ${step.template_version}` : ""}${step.same_thread ? ". As an answer below the mail before" : ""}`
            : `For the owner of the sequence${step.wait_for_task ? ". The clock stands still until it is done" : ""}`}
        </p>
        {behind && (
          <p className="mt-1 text-caption font-semibold text-dev">
            The template has a newer version. Change the step to take it.
          </p>
        )}
      </div>
      {onEdit && <Menu label={`More for step ${no}, ${title}`} actions={actions} />}
      {step.planned !== undefined && <Results step={step} />}
    </div>
  );
}

function Results({ step }: { step: ShownStep }) {
  const figures: [number | undefined, string][] =
    step.kind === "mail"
      ? [
          [step.sent, "sent"],
          [step.held, "held or waiting"],
          [step.replied, "replied"],
          [step.failed, "failed"],
          [step.uncertain, "uncertain"],
          [step.cancelled, "cancelled"],
        ]
      : [
          [step.made, "made"],
          [step.done, "done"],
          [step.replied, "replied"],
        ];
  // The first three always: that no one replied is a result too.
  const shown = figures.filter(([count], index) => index < 3 || (count ?? 0) > 0);
  return (
    <ul
      aria-label="Results"
      className="col-span-2 mt-2 mr-1.5 flex flex-wrap gap-x-4 gap-y-0.5 border-t border-line pt-2 text-caption"
    >
      {shown.map(([count, word]) => (
        <li key={word}>
          <b className="font-semibold tabular-nums">{count ?? 0}</b> <span className="text-muted">{word}</span>
        </li>
      ))}
    </ul>
  );
}
