// On the dashboard: what came this month, what is owed, and what of it is late.
import { Link } from "react-router";
import { formatMoney } from "#domain/money.ts";
import { useDashboardPart } from "#app/lib/owner-dashboard.ts";
import { countOf } from "#app/lib/formats.ts";
import { DashboardTile } from "#app/records/dashboard/dashboard-tile.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";

const monthName = new Intl.DateTimeFormat("en-US", { month: "long", timeZone: "UTC" });

export default function MoneyTile() {
  const state = useDashboardPart("payments");
  const { part } = state;
  return (
    <DashboardTile name="Money" all={{ label: "Payments", to: "/admin/payments" }} what="the money" state={state}>
      {part && !part.ever && (
        <p className="flex flex-wrap items-center gap-3 px-4 py-4 text-muted">
          <span className="min-w-0 grow basis-40">
            What was received, what is owed and what is late appears here after the first request for payment.
          </span>
          <Link to="/admin/payments" className={buttonClass({ variant: "line", size: "compact" })}>
            Write the first request
          </Link>
        </p>
      )}
      {part?.ever && part.sums.length === 0 && (
        <p className="px-4 py-4 text-muted">
          Nothing is owed, and nothing has come in {monthName.format(new Date(part.month))}.
        </p>
      )}
      {part?.sums.map((sum) => (
        <dl
          key={sum.currency}
          aria-label={sum.currency}
          className="grid grid-cols-3 border-b border-line last:border-0 max-sm:grid-cols-1"
        >
          <Sum
            name="Received"
            note={`in ${monthName.format(new Date(part.month))}`}
            minor={sum.received_minor}
            currency={sum.currency}
            to="/admin/payments?state=paid"
          />
          <Sum
            name="Owed"
            minor={sum.owed_minor}
            currency={sum.currency}
            note={countOf(sum.requests, "request")}
            to="/admin/payments"
          />
          <Sum
            name="Overdue"
            minor={sum.late_minor}
            currency={sum.currency}
            note={sum.late === 0 ? "Nothing is late" : countOf(sum.late, "request")}
            late={sum.late > 0}
            to="/admin/payments?state=overdue"
          />
        </dl>
      ))}
    </DashboardTile>
  );
}

function Sum({
  name,
  minor,
  currency,
  note,
  late = false,
  to,
}: {
  name: string;
  minor: number;
  currency: string;
  note?: string;
  late?: boolean;
  to: string;
}) {
  return (
    <div
      data-sum={name}
      className="relative grid content-start border-line px-4 py-3 not-first:border-l hover:bg-sunken max-sm:not-first:border-t max-sm:not-first:border-l-0"
    >
      <dt className="text-caption text-muted">
        <Link to={to} className="-outline-offset-2 after:absolute after:inset-0">
          {name}
        </Link>
      </dt>
      <dd className="serif text-[1.375rem] leading-[1.2]">{formatMoney(minor, currency)}</dd>
      {note && (
        <dd className={classNames("text-caption", late ? "font-semibold text-danger" : "text-muted")}>{note}</dd>
      )}
    </div>
  );
}
