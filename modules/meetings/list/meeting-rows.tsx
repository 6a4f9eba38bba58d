// Meetings as rows below their days: beside the week, in the lists, and in panels of records.
import { Link } from "react-router";
import { placeWords } from "../meeting.ts";
import { MeetingBadge } from "../meeting-state.tsx";
import type { MeetingRow } from "../meetings-data.ts";
import { isOff } from "../meeting.ts";
import { clock } from "../week/week-days.tsx";
import { dayName } from "../week/week-grid.tsx";

const minutesOf = (row: MeetingRow) => Math.round((Date.parse(row.ends_at) - Date.parse(row.starts_at)) / 60_000);

/** On a record's page (`on`): its day, what it is, and with whom of us, in place of what the page itself says. */
export function MeetingLine({ row, on }: { row: MeetingRow; on?: "person" | "record" }) {
  const name = (on !== "person" && row.guest_name) || row.title;
  return (
    <li className="grid grid-cols-[3rem_minmax(0,1fr)_auto] items-start gap-x-2 gap-y-0.5 px-4 py-2 has-[a:hover]:bg-shade">
      <b className="text-ui">{clock(row.starts_at)}</b>
      <div className="min-w-0">
        <Link
          to={`/admin/meetings/${row.id}`}
          dir="auto"
          className={`block font-semibold wrap-anywhere hover:underline ${isOff(row.state) ? "line-through" : ""}`}
        >
          {name}
        </Link>
        <p dir="auto" className="text-caption text-muted wrap-anywhere">
          {[
            on && dayName(row.starts_at),
            on ? name !== row.title && row.title : row.account_name,
            on && row.hosts.length > 0 && `with ${row.hosts.join(" and ")}`,
            `${minutesOf(row)} min`,
            placeWords[row.place],
          ]
            .filter(Boolean)
            .join(", ")}
          {row.is_conflict && <b className="block text-danger">An entry in the calendar came later</b>}
          {row.has_question && <b className="block text-danger">A question waits for you</b>}
        </p>
      </div>
      <MeetingBadge state={row.state} moves={row.moves} held={row.is_held} />
    </li>
  );
}

export function ByDay({ rows }: { rows: readonly MeetingRow[] }) {
  const days = new Map<string, MeetingRow[]>();
  for (const row of rows) {
    const name = dayName(row.starts_at);
    days.set(name, [...(days.get(name) ?? []), row]);
  }
  return [...days].map(([name, ofDay]) => (
    <div key={name} className="border-b border-line py-1.5 last:border-b-0">
      <h3 className="px-4 pt-1 text-caption font-normal text-muted">{name}</h3>
      <ul>
        {ofDay.map((row) => (
          <MeetingLine key={row.id} row={row} />
        ))}
      </ul>
    </div>
  ));
}
