import { formatNumber } from "#app/lib/formats.ts";
import { useDashboardPart } from "#app/lib/owner-dashboard.ts";
import { Figure } from "#app/records/dashboard/figure.tsx";

export default function ContactFigures() {
  const { part, ...state } = useDashboardPart("contacts");
  return (
    <Figure
      name="Contacts"
      value={part && formatNumber(part.count)}
      note={part && (part.count === 0 ? "Add or import the first" : "In the CRM")}
      to="/admin/crm?tab=contacts"
      {...state}
    />
  );
}
