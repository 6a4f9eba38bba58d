import { Link } from "react-router";
import { formatLongDay } from "#domain/days.ts";
import { formatMoney } from "#domain/money.ts";
import { RetainerState } from "./retainer-state.tsx";
import { everyWords, type RetainerRow } from "./retainers-data.ts";

export const RetainerItem = ({ row, withCompany = true }: { row: RetainerRow; withCompany?: boolean }) => (
  <Link
    to={`/admin/retainers/${row.id}`}
    className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3 hover:bg-shade"
  >
    <span className="min-w-0">
      <b dir="auto" className="font-semibold wrap-anywhere">
        {row.title}
      </b>
      <span className="block text-caption text-muted">
        {[
          withCompany ? row.account_name : "",
          row.next_due_on ? `next ${formatLongDay(row.next_due_on)}` : "",
          row.ends_on ? `to ${formatLongDay(row.ends_on)}` : "",
        ]
          .filter(Boolean)
          .join(", ")}
      </span>
    </span>
    <span className="flex items-center gap-3">
      {row.waiting > 0 && <span className="text-caption text-danger">{row.waiting} without an invoice</span>}
      <span className="text-right whitespace-nowrap">
        <b className="font-semibold">{formatMoney(row.net_minor ?? 0, row.currency)}</b>{" "}
        <span className="text-caption text-muted">{everyWords(row.every_months)}, net</span>
      </span>
      <RetainerState state={row.state} />
    </span>
  </Link>
);
