// Why was it lost? Asked before a deal, or several, become lost; closing it leaves them where they are.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "#app/lib/request-error.ts";
import { useRecordsContext } from "#app/records/records-context.ts";
import { LateDayInput } from "#app/records/field-kinds/late-day-input.tsx";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { Checkbox, Field, FieldError, TextField } from "#app/ui/field.tsx";
import { currentMillis } from "#domain/clock.ts";
import type { Closing } from "../board/board-moves.ts";
import type { Movable } from "./deal-moves-data.ts";
import { amountWords, daysIn, daysWords } from "../deal-words.ts";
import { reasonsQuery } from "../deals-data.ts";

/** The reasons may come after the dialog has opened, and the note had the focus for want of them. */
const focus = (input: HTMLInputElement | null) => input?.focus();

export function LostDialog({
  names,
  stage,
  onClose,
  onLost,
}: {
  /** The deal; or words for several. */
  names: Movable | string;
  stage?: string;
  onClose: () => void;
  onLost: (how: Closing) => void;
}) {
  const reasons = useQuery(reasonsQuery);
  const [reason, setReason] = useState("");
  const [note, setNote] = useState("");
  const [complaint, setComplaint] = useState<"reason" | "note" | null>(null);
  const tasks = useRecordsContext().isOn("tasks");
  const [again, setAgain] = useState("");
  const [endTasks, setEndTasks] = useState(true);
  const [now] = useState(currentMillis);
  const choices = reasons.data?.filter(({ kind }) => kind === "lost") ?? [];
  const submit = () => {
    const chosen = choices.find(({ id }) => id === reason);
    if (!chosen) return setComplaint("reason");
    if (chosen.needs_note && note.trim() === "") return setComplaint("note");
    onLost({
      reason,
      ...(note.trim() && { note: note.trim() }),
      ...(again && { ask_again_on: again }),
      ...(tasks && endTasks && { end_tasks: true }),
    });
  };
  return (
    <FormDialog
      onClose={onClose}
      title={typeof names === "string" ? "Why were they lost?" : "Why was it lost?"}
      confirm="Mark as lost"
      danger
      form="lost-form"
    >
      <form
        id="lost-form"
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {typeof names === "string" ? (
          <p>{names}</p>
        ) : (
          <div className="flex items-start justify-between gap-4">
            <p className="min-w-0">
              <b className="block font-[620] wrap-anywhere">{names.name}</b>
              <span className="text-caption text-muted">
                {names.account_name}, {daysWords(daysIn(names.stage_since, now))} in {stage}
              </span>
            </p>
            <span className="serif text-[1.1875rem] whitespace-nowrap">
              {amountWords(names.amount_minor, names.currency)}
            </span>
          </div>
        )}
        {reasons.isPending && <LoadingRows rows={3} />}
        {reasons.isError && (
          <p role="alert" className="text-danger">
            Failed to load the reasons. {messageOf(reasons.error)}
          </p>
        )}
        {choices.length > 0 && (
          <fieldset aria-label="Reason" className="rounded-1 border border-control">
            {choices.map(({ id, name, hint }, index) => (
              <label
                key={id}
                className="flex min-h-11 cursor-pointer items-center gap-3 border-b border-line px-3.5 py-2 last:border-0 has-checked:bg-nil"
              >
                <input
                  type="radio"
                  name="reason"
                  value={id}
                  checked={reason === id}
                  {...(index === 0 && { "data-autofocus": "", ref: focus })}
                  onChange={() => {
                    setReason(id);
                    setComplaint(null);
                  }}
                  className="size-4.5 accent-solid"
                />
                <span>
                  <b className="block font-[620]">{name}</b>
                  {hint && <span className="text-caption text-muted">{hint}</span>}
                </span>
              </label>
            ))}
          </fieldset>
        )}
        {complaint === "reason" && <FieldError>Choose a reason.</FieldError>}
        {tasks && typeof names !== "string" && (
          <Field label="Ask again on" size="compact" hint="Makes a task for that day.">
            {(control) => <LateDayInput label="Ask again on" value={again} onChange={setAgain} control={control} />}
          </Field>
        )}
        <TextField
          label="Note"
          size="compact"
          maxLength={2000}
          value={note}
          error={complaint === "note" ? "This reason wants a note." : undefined}
          onChange={(event) => {
            setNote(event.target.value);
            setComplaint(null);
          }}
        />
        {tasks && (
          <Checkbox
            label="Close its open tasks"
            checked={endTasks}
            onChange={(event) => setEndTasks(event.target.checked)}
          />
        )}
      </form>
    </FormDialog>
  );
}
