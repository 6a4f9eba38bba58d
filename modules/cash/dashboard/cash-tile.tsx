// On the dashboard: the four figures of the cash page, each the way to its lines. What was won stands with the deals.
import { Link } from "react-router";
import { formatMoney } from "#domain/money.ts";
import { countOf } from "#app/lib/formats.ts";
import { useDashboardPart } from "#app/lib/owner-dashboard.ts";
import { DashboardTile } from "#app/records/dashboard/dashboard-tile.tsx";
import { classNames } from "#app/ui/class-names.ts";

export default function CashTile() {
  const state = useDashboardPart("cash");
  const { part } = state;
  return (
    <DashboardTile name="Cash" all={{ label: "Cash", to: "/admin/cash" }} what="the cash figures" state={state}>
      {part && part.sums.length === 0 && (
        <p className="px-4 py-4 text-muted">Nothing came in this month, nothing is owed and nothing is agreed.</p>
      )}
      {part?.sums.map((sum) => (
        <dl
          key={sum.currency}
          aria-label={sum.currency}
          className="grid grid-cols-2 border-b border-line last:border-0"
        >
          <Figure
            name="Received"
            minor={sum.received_minor}
            note="this month"
            rows="received"
            currency={sum.currency}
          />
          <Figure name="Owed" minor={sum.owed_minor} note="not due yet" rows="owed" currency={sum.currency} />
          <Figure
            name="Overdue"
            minor={sum.overdue_minor}
            note={sum.overdue_lines === 0 ? "Nothing is late" : countOf(sum.overdue_lines, "request")}
            late={sum.overdue_lines > 0}
            rows="overdue"
            currency={sum.currency}
          />
          <Figure
            name="Next 30 days"
            minor={sum.next_asked_minor}
            note={
              sum.next_agreed_minor > 0 ? `and ${formatMoney(sum.next_agreed_minor, sum.currency)} agreed` : "asked for"
            }
            rows="owed-next"
            currency={sum.currency}
          />
        </dl>
      ))}
    </DashboardTile>
  );
}

function Figure({
  name,
  minor,
  note,
  late = false,
  rows,
  currency,
}: {
  name: string;
  minor: number;
  note: string;
  late?: boolean;
  rows: string;
  currency: string;
}) {
  return (
    <div
      data-figure={name}
      className="relative grid content-start border-line px-4 py-3 even:border-l hover:bg-sunken [&:nth-child(n+3)]:border-t"
    >
      <dt className="text-caption text-muted">
        <Link
          to={`/admin/cash?rows=${rows}&currency=${currency}`}
          className="-outline-offset-2 after:absolute after:inset-0"
        >
          {name}
        </Link>
      </dt>
      <dd className="serif text-[1.375rem] leading-[1.2] wrap-anywhere">{formatMoney(minor, currency)}</dd>
      <dd className={classNames("text-caption", late ? "font-semibold text-danger" : "text-muted")}>{note}</dd>
    </div>
  );
}
