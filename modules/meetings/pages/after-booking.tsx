// What follows from a booking on a page: whether we confirm it, the deal it belongs to, what it costs, and who is reminded when.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { serviceLines } from "#content/service-lines.ts";
import { parseMoney, typedMoney } from "#domain/money.ts";
import { officeQuery } from "#app/lib/office.ts";
import { useRecordsContext } from "#app/records/records-context.ts";
import { Checkbox, SelectField, TextField } from "#app/ui/field.tsx";
import type { BookingPage } from "../meetings-data.ts";
import { Limit } from "./page-limits.tsx";

const reminders = [
  [10_080, "A week before"],
  [1440, "A day before"],
  [120, "Two hours before"],
] as const;

interface AfterBookingProps {
  page: BookingPage;
  onChange: (changed: Partial<BookingPage>) => void;
}

export function AfterBooking({ page, onChange }: AfterBookingProps) {
  const { isOn } = useRecordsContext();
  return (
    <div className="grid gap-3">
      <Checkbox
        label="We confirm each booking first. Its time is kept meanwhile."
        checked={page.approval}
        onChange={({ target }) => onChange({ approval: target.checked })}
      />
      {page.approval && (
        <div className="max-w-40">
          <Limit
            label="Answer within"
            unit="hours"
            note="Then the request expires"
            min={1}
            max={240}
            value={page.approval_hours}
            onChange={(hours) => onChange({ approval_hours: hours ?? 24 })}
          />
        </div>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        {isOn("deals") && (
          <SelectField
            label="Deal"
            size="compact"
            value={page.service_line ?? ""}
            onChange={({ target }) => onChange({ service_line: target.value || null })}
            hint={
              page.service_line
                ? `The open ${page.service_line} deal of the company, or a new one`
                : "Bookings begin no deal"
            }
          >
            <option value="">None</option>
            {serviceLines.map((line) => (
              <option key={line}>{line}</option>
            ))}
          </SelectField>
        )}
        <Price page={page} onChange={onChange} />
      </div>
      <fieldset>
        <legend className="text-caption font-semibold">Reminders to the guest</legend>
        <div className="mt-1 flex flex-wrap gap-x-5 gap-y-1">
          {reminders.map(([minutes, words]) => (
            <Checkbox
              key={minutes}
              label={words}
              checked={page.reminders.includes(minutes)}
              onChange={({ target }) =>
                onChange({
                  reminders: target.checked
                    ? [...page.reminders, minutes].toSorted((one, other) => other - one)
                    : page.reminders.filter((each) => each !== minutes),
                })
              }
            />
          ))}
        </div>
      </fieldset>
    </div>
  );
}

function Price({ page, onChange }: AfterBookingProps) {
  const { isOn } = useRecordsContext();
  const office = useQuery(officeQuery).data;
  const currency = page.currency ?? office?.currency ?? "USD";
  const [typed, setTyped] = useState(page.price_minor === null ? "" : typedMoney(page.price_minor, currency));
  if (!isOn("payments") && page.price_minor === null) return null;
  const price = parseMoney(typed, currency);
  const isFree = typed.trim() === "";
  const isPrice = price !== null && price > 0;
  return (
    <>
      <TextField
        label={`Price, ${currency}`}
        size="compact"
        inputMode="decimal"
        placeholder="free"
        value={typed}
        error={isFree || isPrice ? undefined : "Not a price. The one before stays"}
        onChange={({ target }) => {
          setTyped(target.value);
          const minor = parseMoney(target.value, currency);
          if (target.value.trim() === "") onChange({ price_minor: null, currency: null });
          else if (minor !== null && minor > 0) onChange({ price_minor: minor, currency });
        }}
        hint="Paid when it is booked"
      />
      {page.price_minor !== null && (
        <SelectField
          label="Not paid in time"
          size="compact"
          value={page.unpaid}
          onChange={({ target }) => onChange({ unpaid: target.value as BookingPage["unpaid"] })}
        >
          <option value="release">Its time is free again</option>
          <option value="keep">The meeting stands</option>
        </SelectField>
      )}
    </>
  );
}
