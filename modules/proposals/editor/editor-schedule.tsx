// When the total is paid: parts with a share, an amount or the rest, and a bar of how they fill the whole. The amounts are the server's.
import { exactMoney } from "#domain/money.ts";
import { newId } from "#app/lib/new-id.ts";
import { LateDayInput } from "#app/records/field-kinds/late-day-input.tsx";
import { Button, IconButton } from "#app/ui/button.tsx";
import { FieldError, inputClass } from "#app/ui/field.tsx";
import { panelClass } from "#app/ui/panel.ts";
import type { ProposalRecord } from "../proposals-data.ts";
import { dueWords, type SchedulePart } from "../proposal.ts";
import { PanelHead } from "./editor-letter.tsx";
import type { EditorValues, PartValues, Problems } from "./draft-values-data.ts";

const fills = ["bg-ink", "bg-control", "bg-muted", "bg-line"];

/** How the parts fill the total, left to right. */
export function ScheduleBar({ parts, currency }: { parts: readonly SchedulePart[]; currency: string }) {
  const total = parts.reduce((sum, { amount_minor: minor }) => sum + Math.max(minor ?? 0, 0), 0);
  if (parts.length === 0 || total === 0) return null;
  return (
    <figure className="grid gap-2">
      <div aria-hidden="true" className="flex h-3 gap-px overflow-hidden rounded-br-turn-dialog">
        {parts.map(({ no, amount_minor: minor }, place) => (
          <span
            key={no}
            className={fills[place % fills.length]}
            style={{ width: `${(Math.max(minor ?? 0, 0) / total) * 100}%` }}
          />
        ))}
      </div>
      <figcaption>
        <ol className="grid gap-1 text-caption">
          {parts.map((part, place) => (
            <li key={part.no} className="flex items-baseline justify-between gap-4">
              <span className="min-w-0 wrap-anywhere">
                <i
                  aria-hidden="true"
                  className={`mr-2 inline-block size-2.5 rounded-full ${fills[place % fills.length]}`}
                />
                {part.label} {dueWords(part) !== part.label && <span className="text-muted">{dueWords(part)}</span>}
              </span>
              <b className="font-semibold whitespace-nowrap">{exactMoney(part.amount_minor ?? 0, currency)}</b>
            </li>
          ))}
        </ol>
      </figcaption>
    </figure>
  );
}

const fresh = (isFirst: boolean): PartValues => ({
  key: newId(),
  label: isFirst ? "On acceptance" : "Rest",
  due: isFirst ? "accepted" : "milestone",
  due_on: "",
  due_days: "",
  kind: isFirst ? "share" : "rest",
  value: isFirst ? "30%" : "",
});

export function EditorSchedule({
  record,
  values,
  problems,
  stale,
  onChange,
}: {
  record: ProposalRecord;
  values: EditorValues;
  problems: Problems;
  stale: boolean;
  onChange: (changes: Partial<EditorValues>) => void;
}) {
  const { schedule } = values;
  const change = (place: number, changes: Partial<PartValues>) =>
    onChange({ schedule: schedule.with(place, { ...schedule[place]!, ...changes }) });
  return (
    <section aria-label="Payments" className={panelClass}>
      <PanelHead title="Payments">
        <Button
          variant="line"
          size="compact"
          icon="plus"
          disabled={schedule.length >= 24}
          onClick={() =>
            onChange({
              schedule:
                schedule.length === 0
                  ? [fresh(true), fresh(false)]
                  : schedule.toSpliced(schedule.at(-1)?.kind === "rest" ? -1 : schedule.length, 0, {
                      ...fresh(true),
                      label: "",
                      due: "milestone",
                    }),
            })
          }
        >
          Part
        </Button>
      </PanelHead>
      {schedule.length === 0 ? (
        <p className="px-4 py-3 text-muted">
          Without parts the whole is due after the deposit. With parts, what is due on acceptance takes the deposit’s
          place.
        </p>
      ) : (
        <div className="grid gap-4 p-4">
          <ul className="grid gap-3">
            {schedule.map((part, place) => {
              const name = part.label || `Part ${place + 1}`;
              const wrong = ["label", "value", "due"].flatMap((field) => problems[`schedule.${place}.${field}`] ?? []);
              return (
                <li key={part.key} className="grid gap-2 border-b border-line pb-3 last:border-0 last:pb-0">
                  <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
                    <input
                      aria-label={`${name}: name`}
                      placeholder="Name of the part"
                      dir="auto"
                      maxLength={100}
                      className={inputClass("compact")}
                      value={part.label}
                      onChange={(event) => change(place, { label: event.target.value })}
                    />
                    <IconButton
                      name="close"
                      label={`Remove ${name}`}
                      size="compact"
                      onClick={() => onChange({ schedule: schedule.toSpliced(place, 1) })}
                    />
                  </div>
                  <div className="flex flex-wrap items-start gap-2">
                    <select
                      aria-label={`${name}: how much`}
                      className={`${inputClass("compact")} max-w-28`}
                      value={part.kind}
                      onChange={(event) => change(place, { kind: event.target.value as PartValues["kind"], value: "" })}
                    >
                      <option value="share">Share</option>
                      <option value="amount">Amount</option>
                      <option value="rest">The rest</option>
                    </select>
                    {part.kind !== "rest" && (
                      <input
                        aria-label={`${name}: ${part.kind === "share" ? "share" : "amount with tax"}`}
                        className={`${inputClass("compact")} max-w-22 text-right`}
                        value={part.value}
                        onChange={(event) => change(place, { value: event.target.value })}
                      />
                    )}
                    <select
                      aria-label={`${name}: when`}
                      className={`${inputClass("compact")} max-w-38`}
                      value={part.due}
                      onChange={(event) => change(place, { due: event.target.value as PartValues["due"] })}
                    >
                      <option value="accepted">On acceptance</option>
                      <option value="days_after">Days after it</option>
                      <option value="day">On a day</option>
                      <option value="milestone">At a milestone</option>
                    </select>
                    {part.due === "day" && (
                      <span className="w-full max-w-44 max-sm:max-w-56">
                        <LateDayInput
                          label={`${name}: day`}
                          value={part.due_on}
                          onChange={(day) => change(place, { due_on: day })}
                        />
                      </span>
                    )}
                    {part.due === "days_after" && (
                      <input
                        aria-label={`${name}: days after acceptance`}
                        inputMode="numeric"
                        placeholder="Days"
                        className={`${inputClass("compact")} max-w-20`}
                        value={part.due_days}
                        onChange={(event) => change(place, { due_days: event.target.value })}
                      />
                    )}
                  </div>
                  {wrong.map((problem) => (
                    <FieldError key={problem}>{problem}</FieldError>
                  ))}
                </li>
              );
            })}
          </ul>
          {problems["schedule"] && <FieldError>{problems["schedule"]}</FieldError>}
          <div className={stale ? "opacity-60" : ""} aria-busy={stale}>
            <ScheduleBar parts={record.parts} currency={record.currency} />
          </div>
        </div>
      )}
    </section>
  );
}
