// Everything of a sequence but its steps: name, owner, sender, and when its mails may leave.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { officeQuery, staffQuery } from "#app/lib/office.ts";
import { DayField } from "#app/records/field-kinds/late-day-input.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { Checkbox, SelectField, TextArea, TextField } from "#app/ui/field.tsx";
import { useSequenceActions } from "../sequence-actions-data.ts";
import { weekdayNames } from "../sequence.ts";
import { repliesQuery, type Sequence } from "../sequences-data.ts";

interface Draft {
  name: string;
  about: string;
  owner: string;
  from: string;
  zone: string;
  start: string;
  end: string;
  weekdays: readonly number[];
  holidays: string;
  cap: string;
}

const draftOf = (sequence: Sequence | null, office: { time_zone: string; work_days: number[] } | undefined): Draft => ({
  name: sequence?.name ?? "",
  about: sequence?.about ?? "",
  owner: sequence?.owner_id ?? "",
  from: sequence?.from_identity ?? "",
  zone: sequence?.timezone ?? office?.time_zone ?? "UTC",
  start: sequence?.window_start.slice(0, 5) ?? "09:00",
  end: sequence?.window_end.slice(0, 5) ?? "17:00",
  weekdays: sequence?.weekdays ?? office?.work_days ?? [1, 2, 3, 4, 5],
  holidays: sequence?.holidays.join("\n") ?? "",
  cap: String(sequence?.daily_cap ?? 20),
});

const zones: readonly string[] = Intl.supportedValuesOf("timeZone");
const daysIn = (text: string) => text.split(/[\s,;]+/).filter(Boolean);
const isDay = (day: string) => /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(`${day}T00:00:00Z`));

function problems({ name, start, end, weekdays, holidays, cap }: Draft) {
  const wrongDay = daysIn(holidays).find((day) => !isDay(day));
  return {
    ...(!name.trim() && { name: "A sequence needs a name." }),
    ...((start === "" || start >= end) && { end: "It has to close after it opens." }),
    ...(weekdays.length === 0 && { weekdays: "Choose at least one day." }),
    ...(wrongDay && { holidays: `"${wrongDay}" is no day. Write them as 2026-12-24, one a line.` }),
    ...(!(Number(cap) >= 1 && Number(cap) <= 10_000 && Number.isInteger(Number(cap))) && { cap: "From 1 to 10,000." }),
  } as { name?: string; end?: string; weekdays?: string; holidays?: string; cap?: string };
}

export function SettingsDialog({
  sequence,
  onClose,
  onSaved,
}: {
  /** Null for a new one. */
  sequence: Sequence | null;
  onClose: () => void;
  onSaved?: (id: string) => void;
}) {
  const office = useQuery(officeQuery).data;
  const staff = useQuery(staffQuery).data ?? [];
  const identities = useQuery(repliesQuery).data?.identities ?? [];
  const actions = useSequenceActions();
  const [changed, setChanged] = useState<Partial<Draft>>({});
  const [checked, setChecked] = useState(false);
  const draft = { ...draftOf(sequence, office), ...changed };
  const set = (changes: Partial<Draft>) => setChanged({ ...changed, ...changes });
  const wrong = checked ? problems(draft) : {};
  const save = () => {
    setChecked(true);
    if (Object.keys(problems(draft)).length > 0) return;
    const { name, about, owner, from, zone, start, end, weekdays, holidays, cap } = draft;
    actions.save(
      {
        ...(sequence && { id: sequence.id }),
        name: name.trim(),
        about: about.trim() || null,
        ...(owner && { owner_id: owner }),
        from_identity: from || null,
        timezone: zone,
        window_start: start,
        window_end: end,
        weekdays: [...weekdays].sort((a, b) => a - b),
        holidays: daysIn(holidays),
        daily_cap: Number(cap),
        ...(!sequence && { steps: [] }),
      },
      sequence?.updated_at ?? null,
      (id) => {
        onClose();
        onSaved?.(id);
      },
    );
  };
  return (
    <FormDialog
      onClose={onClose}
      title={sequence ? "Change the sequence" : "New sequence"}
      busy={actions.busy}
      keep="Not now"
      confirm={sequence ? "Save" : "Create"}
      onConfirm={save}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="grid gap-4 sm:col-span-2">
          <TextField
            label="Name"
            size="compact"
            marked
            dir="auto"
            maxLength={200}
            value={draft.name}
            error={wrong.name}
            onChange={(event) => set({ name: event.target.value })}
          />
          <TextField
            label="What it is for"
            size="compact"
            dir="auto"
            maxLength={300}
            value={draft.about}
            onChange={(event) => set({ about: event.target.value })}
          />
        </div>
        <SelectField
          label="Owner"
          size="compact"
          value={draft.owner}
          onChange={(event) => set({ owner: event.target.value })}
        >
          <option value="">{sequence ? "Nobody" : "Me"}</option>
          {staff
            .filter(({ active, user_id }) => active || user_id === draft.owner)
            .map(({ user_id, name }) => (
              <option key={user_id} value={user_id}>
                {name}
              </option>
            ))}
        </SelectField>
        <SelectField
          label="Sender"
          size="compact"
          value={draft.from}
          onChange={(event) => set({ from: event.target.value })}
        >
          <option value="">The house’s own address</option>
          {[...new Set([...identities, draft.from])].filter(Boolean).map((identity) => (
            <option key={identity} value={identity}>
              {identity}
            </option>
          ))}
        </SelectField>
        <DayField label="Opens at" kind="time" required value={draft.start} onChange={(start) => set({ start })} />
        <DayField
          label="Closes at"
          kind="time"
          required
          value={draft.end}
          error={wrong.end}
          onChange={(end) => set({ end })}
        />
        <fieldset className="sm:col-span-2">
          <legend className="mb-1 text-caption font-semibold">Days</legend>
          <div className="flex flex-wrap gap-x-4 gap-y-2">
            {weekdayNames.map((name, index) => (
              <Checkbox
                key={name}
                label={name}
                checked={draft.weekdays.includes(index + 1)}
                onChange={(event) =>
                  set({
                    weekdays: event.target.checked
                      ? [...draft.weekdays, index + 1]
                      : draft.weekdays.filter((day) => day !== index + 1),
                  })
                }
              />
            ))}
          </div>
          {wrong.weekdays && <p className="mt-1.5 text-small text-danger">{wrong.weekdays}</p>}
        </fieldset>
        <SelectField
          label="Time zone, where the reader’s is not known"
          size="compact"
          value={draft.zone}
          onChange={(event) => set({ zone: event.target.value })}
        >
          {[...new Set([...zones, draft.zone, "UTC"])].map((zone) => (
            <option key={zone} value={zone}>
              {zone}
            </option>
          ))}
        </SelectField>
        <TextField
          label="At most so many mails a day"
          size="compact"
          inputMode="numeric"
          value={draft.cap}
          error={wrong.cap}
          onChange={(event) => set({ cap: event.target.value })}
        />
        <div className="sm:col-span-2">
          <TextArea
            label="Days on which nothing leaves, beside the office’s holidays"
            size="compact"
            rows={2}
            placeholder="2026-12-24"
            value={draft.holidays}
            error={wrong.holidays}
            onChange={(event) => set({ holidays: event.target.value })}
          />
        </div>
      </div>
    </FormDialog>
  );
}
