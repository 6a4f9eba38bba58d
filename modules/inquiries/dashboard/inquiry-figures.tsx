import { dateFormat } from "#domain/formats.ts";
import { formatNumber } from "#app/lib/formats.ts";
import { zoneNote } from "#app/lib/office-time.ts";
import { useDashboardPart, useDashboardWhose, useDashboardZone } from "#app/lib/owner-dashboard.ts";
import { Figure } from "#app/records/dashboard/figure.tsx";

/** "Tue 17:00": what waits is due within days. */
const shortPoint = (iso: string, zone: string) =>
  dateFormat({ weekday: "short", hour: "2-digit", minute: "2-digit", timeZone: zone }, "en-GB")
    .format(new Date(iso))
    .replace(",", "") + zoneNote(Date.parse(iso));

export default function InquiryFigures({ small }: { small: boolean }) {
  const [whose] = useDashboardWhose();
  const zone = useDashboardZone();
  const { part, ...state } = useDashboardPart("inquiries");
  const due = part?.oldest_due_at ? shortPoint(part.oldest_due_at, zone) : null;
  return (
    <>
      <Figure
        name="Inquiries waiting"
        value={part && formatNumber(part.waiting)}
        note={
          part &&
          `${
            due === null
              ? part.held > 0
                ? "None waits for an answer"
                : "None waits. The site’s forms bring them"
              : part.late > 0
                ? `${part.late} late, oldest since ${due}`
                : `Oldest: answer by ${due}`
          }${part.held > 0 ? `; ${part.held} for a check` : ""}`
        }
        tone={(part?.late ?? 0) + (part?.held_late ?? 0) > 0 ? "late" : "plain"}
        to={`/admin/inquiries${whose === "mine" ? "?mine=yes" : ""}`}
        small={small}
        {...state}
      />
      <Figure
        name="Promise kept, 90 days"
        value={part && (part.promise.of === 0 ? "None" : `${Math.round((100 * part.promise.kept) / part.promise.of)}%`)}
        note={
          part && (part.promise.of === 0 ? "No answer was due" : `${part.promise.kept} of ${part.promise.of} in time`)
        }
        to="/admin?show=promise"
        small={small}
        {...state}
      />
    </>
  );
}
