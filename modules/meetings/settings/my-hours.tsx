// When I can be booked: my week, days away, limits over all pages, and my video link.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "#app/auth/session.tsx";
import { may } from "#app/lib/access.ts";
import { type Office, officeQuery, staffQuery } from "#app/lib/office.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Button, IconButton } from "#app/ui/button.tsx";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { Checkbox, SelectField, TextField } from "#app/ui/field.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { cityOf } from "../meeting.ts";
import { type Availability, availabilityQuery, type Hours, useMeetingChange } from "../meetings-data.ts";
import { dayWords } from "../week/week-days.tsx";
import { HoursBars } from "./hours-bars.tsx";

export default function MyHours() {
  const { user } = useSession();
  const staff = useQuery(staffQuery).data?.filter(({ active }) => active) ?? [];
  const [person, setPerson] = useState(user?.id ?? "");
  const query = useQuery(availabilityQuery(person));
  const office = useQuery(officeQuery).data;
  return (
    <div className="grid gap-4">
      {may("staff", "edit") && staff.length > 1 && (
        <SelectField
          label="Whose hours"
          size="compact"
          className="max-w-72"
          value={person}
          onChange={({ target }) => setPerson(target.value)}
        >
          {staff.map(({ user_id: id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {query.isPending && <LoadingRows rows={7} />}
      {query.isError && (
        <section className={panelClass}>
          <FailedRow what="hours" why={messageOf(query.error)} onRetry={() => void query.refetch()} />
        </section>
      )}
      {query.data !== undefined && office && (
        <HoursForm key={person} person={person} kept={query.data} office={office} />
      )}
    </div>
  );
}

const nothingYet = (zone: string): Availability => ({
  zone,
  max_per_day: null,
  max_per_week: null,
  video_link: null,
  works_on_holidays: false,
  hours: [],
  days: [],
});

/** What is typed stays while the rest is read again: a day away is saved by itself, and others book meanwhile. */
function HoursForm({ person, kept, office }: { person: string; kept: Availability | null; office: Office }) {
  const start = kept ?? nothingYet(office.time_zone);
  const [hours, setHours] = useState<Hours[]>(start.hours);
  const [rest, setRest] = useState({
    zone: start.zone,
    max_per_day: start.max_per_day?.toString() ?? "",
    max_per_week: start.max_per_week?.toString() ?? "",
    video_link: start.video_link ?? "",
    works_on_holidays: start.works_on_holidays,
  });
  const [isSaving, setSaving] = useState(false);
  const { run, rpc, busy } = useMeetingChange();
  const set = (changed: Partial<typeof rest>) => setRest({ ...rest, ...changed });
  const numberOf = (text: string) => (text.trim() === "" ? null : Number(text));
  const save = () => {
    setSaving(true);
    run({
      run: async () => {
        const { call } = await import("#app/lib/typed-answers.ts");
        await call("save_availability", {
          person,
          given: { ...rest, max_per_day: numberOf(rest.max_per_day), max_per_week: numberOf(rest.max_per_week) },
        });
        await call("save_hours", {
          person,
          hours: hours.map(({ weekday, opens, closes }) => ({ weekday, opens, closes })),
        });
      },
      done: "Saved. Visitors see it at once; booked meetings stay",
      failed: "Not saved",
      onDone: () => setSaving(false),
    });
  };
  return (
    <section aria-label="Hours" className={`${panelClass} rounded-br-[1.25rem]`}>
      <div className="grid gap-5 p-4.5">
        <div>
          <h2 className="text-small font-[640]">When I can be booked</h2>
          <p className="text-caption text-muted">
            Drag an edge, or select one and use the arrow keys, 15 minutes a step. In {cityOf(rest.zone)} time; visitors
            see their own.
          </p>
        </div>
        {hours.length === 0 && (
          <Button
            variant="line"
            size="compact"
            className="justify-self-start"
            onClick={() =>
              setHours(
                office.work_days.map((weekday) => ({
                  weekday,
                  opens: office.opens_at.slice(0, 5),
                  closes: office.closes_at.slice(0, 5),
                })),
              )
            }
          >
            Use the office’s hours
          </Button>
        )}
        <HoursBars hours={hours} onChange={setHours} />
        <DaysAway
          person={person}
          days={kept?.days ?? []}
          busy={busy}
          onSave={(day, ranges) => rpc("save_day", { person, day, ranges }, { done: null, failed: "Not saved" })}
        />
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
          <TextField
            label="Zone"
            size="compact"
            value={rest.zone}
            onChange={({ target }) => set({ zone: target.value })}
            list="zones"
          />
          <datalist id="zones">
            {Intl.supportedValuesOf("timeZone").map((zone) => (
              <option key={zone} value={zone}>
                {zone}
              </option>
            ))}
          </datalist>
          <TextField
            label="Most a day"
            size="compact"
            type="number"
            min={1}
            max={100}
            value={rest.max_per_day}
            onChange={({ target }) => set({ max_per_day: target.value })}
            hint="Over all pages"
          />
          <TextField
            label="Most a week"
            size="compact"
            type="number"
            min={1}
            max={500}
            value={rest.max_per_week}
            onChange={({ target }) => set({ max_per_week: target.value })}
            hint="Over all pages"
          />
        </div>
        <TextField
          label="My video link"
          size="compact"
          type="url"
          placeholder="https://meet.example.com/{code}"
          value={rest.video_link}
          onChange={({ target }) => set({ video_link: target.value })}
          hint="{code} becomes 12 random characters, so that each meeting has its own room."
        />
        <Checkbox
          label="I can be booked on holidays of the office"
          checked={rest.works_on_holidays}
          onChange={({ target }) => set({ works_on_holidays: target.checked })}
        />
      </div>
      <footer className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4.5 py-3">
        <span className="text-caption text-muted">Changes act on the next visitor. Booked meetings stay.</span>
        <Button size="compact" disabled={busy && isSaving} onClick={save}>
          Save
        </Button>
      </footer>
    </section>
  );
}

function DaysAway({
  days,
  busy,
  onSave,
}: {
  person: string;
  days: Availability["days"];
  busy: boolean;
  onSave: (day: string, ranges: [] | null) => void;
}) {
  const [adding, setAdding] = useState("");
  const away = days.filter(({ ranges }) => ranges.length === 0);
  return (
    <div>
      <h3 className="text-small font-[640]">Days away</h3>
      <ul className="mt-1.5 flex flex-wrap items-center gap-2">
        {away.map(({ day }) => (
          <li key={day} className="inline-flex items-center rounded-1 border border-line pl-2 text-caption">
            {dayWords(day, { weekday: "short", month: "short", day: "numeric" })}
            <IconButton
              name="close"
              label={`Here again on ${day}`}
              size="compact"
              disabled={busy}
              onClick={() => onSave(day, null)}
            />
          </li>
        ))}
        {away.length === 0 && <li className="text-caption text-muted">None.</li>}
        <li>
          <form
            className="flex items-end gap-2"
            onSubmit={(event) => {
              event.preventDefault();
              if (adding) onSave(adding, []);
              setAdding("");
            }}
          >
            <input
              aria-label="Day away"
              type="date"
              className="min-h-8.5 rounded-1 border border-control bg-surface px-2 text-caption"
              value={adding}
              onChange={({ target }) => setAdding(target.value)}
            />
            <Button type="submit" variant="line" size="compact" icon="plus" disabled={busy || !adding}>
              Add
            </Button>
          </form>
        </li>
      </ul>
      <p className="mt-1.5 text-caption text-muted">Holidays of the office are closed by themselves.</p>
    </div>
  );
}
