// Numbers that say when a page can be booked, and how long a guest may change what is booked.
import { useId } from "react";
import type { BookingPage } from "../meetings-data.ts";

const limits = [
  { field: "buffer_before", label: "Before", unit: "min", note: "Kept free before", max: 240 },
  { field: "buffer_after", label: "After", unit: "min", note: "Kept free after", max: 240 },
  { field: "notice_minutes", label: "Notice", unit: "hours", note: "No booking later than that", max: 720, each: 60 },
  { field: "horizon_days", label: "Ahead", unit: "days", note: "How far the calendar opens", max: 365 },
  { field: "max_per_day", label: "A day", unit: "meetings", note: "Then the day is full", max: 100 },
  { field: "max_per_week", label: "A week", unit: "meetings", note: "Then the week is full", max: 500 },
  {
    field: "change_until",
    label: "Changes",
    unit: "hours",
    note: "Before it, guests move or cancel",
    max: 720,
    each: 60,
  },
  { field: "max_moves", label: "Moves", unit: "times", note: "By the guest; then they write to us", max: 20 },
] as const;

interface PageLimitsProps {
  page: BookingPage;
  onChange: (changed: Partial<BookingPage>) => void;
}

export const Limits = ({ page, onChange }: PageLimitsProps) => (
  <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
    {limits.map((limit) => (
      <Limit
        key={limit.field}
        {...limit}
        value={page[limit.field]}
        onChange={(value) => onChange({ [limit.field]: value })}
      />
    ))}
  </div>
);

interface LimitProps {
  label: string;
  unit: string;
  note: string;
  min?: number;
  max: number;
  each?: number;
  value: number | null;
  onChange: (value: number | null) => void;
}

export function Limit({ label, unit, note, min, max, each = 1, value, onChange }: LimitProps) {
  const id = useId();
  const isOptional = unit === "meetings";
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="block text-caption font-semibold">
        {label}
      </label>
      <span className="mt-1 flex items-center rounded-1 border border-control bg-surface focus-within:border-focus">
        <input
          id={id}
          type="number"
          min={min ?? (isOptional ? 1 : 0)}
          max={max}
          step={each === 1 ? 1 : "any"}
          aria-describedby={`${id}-note`}
          placeholder={isOptional ? "any" : ""}
          className="min-h-9 w-full min-w-0 bg-transparent pr-1.5 pl-2 text-right text-ui"
          value={value === null ? "" : value / each}
          onChange={({ target }) =>
            onChange(target.value === "" ? (isOptional ? null : (min ?? 0)) : Math.round(Number(target.value) * each))
          }
        />
        <span className="pr-2.5 text-caption text-muted">{unit}</span>
      </span>
      <p id={`${id}-note`} className="mt-1 text-xs text-muted">
        {note}
      </p>
    </div>
  );
}
