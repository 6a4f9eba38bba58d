import { countOf, formatNumber } from "#app/lib/formats.ts";
import { useDashboardPart } from "#app/lib/owner-dashboard.ts";
import { Figure } from "#app/records/dashboard/figure.tsx";

export default function SequenceFigures() {
  const { part, ...state } = useDashboardPart("sequences");
  return (
    <Figure
      name="Active sequences"
      value={part && formatNumber(part.active)}
      note={
        part &&
        (part.active === 0 ? "None runs yet" : `${countOf(part.enrolments, "enrollment")}, ${part.waiting} waiting`)
      }
      to="/admin/sequences"
      {...state}
    />
  );
}
