// Which period: four presets in a row, and behind a button more of them, two days of one's own, and whether to compare.
import { useState } from "react";
import { isDay } from "#domain/days.ts";
import { LateDayInput } from "#app/records/field-kinds/late-day-input.tsx";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { Segmented } from "#app/ui/compact/segmented.tsx";
import { checkboxClass } from "#app/ui/field.tsx";
import { beforeWords, type Period, type Preset, presets, presetWords, shortPeriod } from "./period.ts";

const names = { month: "Month", quarter: "Quarter", half: "Half year", year: "Year" } as const;
const listed: readonly Preset[] = ["month", "last-month", "quarter", "last-90-days", "half", "year"];

export interface Choice {
  preset: Preset | null;
  period: Period;
  compare: boolean;
}

export function PeriodPicker({
  chosen,
  onChoose,
}: {
  chosen: Choice;
  onChoose: (choice: { preset: Preset } | { period: Period } | { compare: boolean }) => void;
}) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Segmented
        label="Period"
        choices={presets.map((id) => ({ id, name: names[id] }))}
        chosen={(presets.find((each) => each === chosen.preset) ?? "") as (typeof presets)[number]}
        onChoose={(preset) => onChoose({ preset })}
      />
      <Button
        variant="line"
        size="compact"
        icon="calendar"
        className="bg-surface max-sm:min-h-11"
        aria-haspopup="dialog"
        aria-label={`Period: ${shortPeriod(chosen.period)}`}
        onClick={() => setOpen(true)}
      >
        {shortPeriod(chosen.period)}
      </Button>
      {open && <PeriodDialog {...{ chosen, onChoose }} onClose={() => setOpen(false)} />}
    </>
  );
}

function PeriodDialog({ chosen, onChoose, onClose }: Parameters<typeof PeriodPicker>[0] & { onClose: () => void }) {
  const [from, setFrom] = useState(chosen.period.from);
  const [to, setTo] = useState(chosen.period.to);
  const [compare, setCompare] = useState(chosen.compare);
  const wrong =
    !isDay(from) || !isDay(to) ? "Both days are needed." : to < from ? "The first day is after the last." : null;
  const apply = () => {
    if (wrong) return;
    if (compare !== chosen.compare) onChoose({ compare });
    if (from !== chosen.period.from || to !== chosen.period.to) onChoose({ period: { from, to } });
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title="Choose a period">
      <div className="grid gap-5 sm:grid-cols-[9rem_minmax(0,1fr)]">
        <ul className="grid content-start gap-0.5">
          {listed.map((preset) => (
            <li key={preset}>
              <button
                type="button"
                aria-pressed={preset === chosen.preset}
                onClick={() => {
                  onChoose({ preset });
                  onClose();
                }}
                className="w-full min-h-9 rounded-1 px-2.5 text-left font-semibold hover:bg-shade aria-pressed:bg-nil"
              >
                {presetWords[preset]}
              </button>
            </li>
          ))}
        </ul>
        <div className="grid content-start gap-3">
          <div className="grid gap-1">
            <span aria-hidden="true" className="text-caption font-semibold">
              From
            </span>
            <LateDayInput label="From" value={from} onChange={setFrom} />
          </div>
          <div className="grid gap-1">
            <span aria-hidden="true" className="text-caption font-semibold">
              To
            </span>
            <LateDayInput label="To" value={to} onChange={setTo} />
          </div>
          <label className="flex items-start gap-2.5 text-caption">
            <input
              type="checkbox"
              checked={compare}
              onChange={(event) => setCompare(event.target.checked)}
              className={classNames(checkboxClass, "size-5")}
            />
            Compare with {beforeWords(chosen.preset)}
          </label>
          {wrong && (
            <p role="alert" className="text-caption text-danger">
              {wrong}
            </p>
          )}
          <Button size="dialog" onClick={apply} aria-disabled={wrong !== null}>
            Apply
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
