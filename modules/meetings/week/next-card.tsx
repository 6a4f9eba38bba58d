// The next meeting, in the words of who booked it, with what one needs to be ready.
import { Link } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { webAddress } from "#app/lib/formats.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { currentMillis } from "#domain/clock.ts";
import { placeWords } from "../meeting.ts";
import type { MeetingRow } from "../meetings-data.ts";
import { dayName } from "./week-grid.tsx";
import { clock } from "./week-days.tsx";

function untilWords(at: string): string {
  const minutes = Math.round((Date.parse(at) - currentMillis()) / 60_000);
  if (minutes <= 0) return "Now";
  if (minutes < 60) return `Next, in ${minutes} min`;
  if (minutes < 24 * 60) return `Next, in ${Math.floor(minutes / 60)} h${minutes % 60 ? ` ${minutes % 60} min` : ""}`;
  return "Next";
}

export function NextCard({ row, onMove }: { row: MeetingRow; onMove: (() => void) | null }) {
  const link = row.place === "video" ? webAddress(row.place_detail) : undefined;
  const minutes = Math.round((Date.parse(row.ends_at) - Date.parse(row.starts_at)) / 60_000);
  return (
    <section
      aria-label="Next meeting"
      className="rounded-1 rounded-br-[1.25rem] bg-nil p-4.5 wrap-anywhere max-sm:-order-1"
    >
      <p className="text-caption">{untilWords(row.starts_at)}</p>
      <h2 className="serif text-[1.875rem] leading-tight tracking-[-0.018em]">
        {dayName(row.starts_at)} {clock(row.starts_at)}
      </h2>
      <p dir="auto" className="mt-1.5 text-base">
        <b>{row.guest_name}</b>
        {row.account_name && row.account_name !== row.guest_name && `, ${row.account_name}`}. {minutes} minutes{" "}
        {row.place === "video" || row.place === "phone" ? `by ${placeWords[row.place]}` : placeWords[row.place]}
        {row.hosts.length > 0 && `, with ${row.hosts.join(" and ")}`}.
      </p>
      {row.first_answer && (
        <blockquote dir="auto" className="mt-2.5 border-y border-control py-2.5">
          “{row.first_answer.slice(0, 240)}
          {row.first_answer.length > 240 && "…"}”
        </blockquote>
      )}
      <div className="mt-3.5 flex flex-wrap gap-2">
        {link && (
          <a href={link} target="_blank" rel="noopener noreferrer" className={buttonClass({ size: "compact" })}>
            Join
          </a>
        )}
        {onMove && (
          <Button variant="line" size="compact" className="bg-surface" onClick={onMove}>
            Move
          </Button>
        )}
        <Link to={`/admin/meetings/${row.id}`} className={buttonClass({ variant: "line", size: "compact" })}>
          Open
        </Link>
      </div>
    </section>
  );
}
