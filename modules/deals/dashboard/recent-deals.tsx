// The deals that changed last, in the columns of the specified table.
import { Link } from "react-router";
import { formatMoney } from "#domain/money.ts";
import type { RecentDeal } from "#app/lib/owner-dashboard.ts";
import { Chip } from "#app/ui/badge.tsx";

const head = "border-b border-line px-3 py-2 text-left font-[560] text-muted first:pl-4 last:pr-4";
const cell =
  "h-11 border-b border-line px-3 sm:first:pl-4 sm:last:pr-4 group-last:border-b-0 max-sm:h-auto max-sm:border-0 max-sm:p-0";

export function RecentDeals({ deals }: { deals: readonly RecentDeal[] }) {
  return (
    <table aria-label="Recent deals" className="w-full border-separate border-spacing-0 text-caption max-sm:block">
      <thead className="max-sm:sr-only">
        <tr>
          <th scope="col" className={head}>
            Name
          </th>
          <th scope="col" className={`${head} text-right!`}>
            Value
          </th>
          <th scope="col" className={head}>
            Stage
          </th>
          <th scope="col" className={head}>
            Service
          </th>
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {deals.map((deal) => (
          <tr
            key={deal.id}
            className="group max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-4 max-sm:gap-y-1 max-sm:border-b max-sm:border-line max-sm:px-4 max-sm:py-3 max-sm:last:border-0"
          >
            <td className={`${cell} text-ui font-semibold`}>
              <Link
                to={`/admin/deals/${deal.id}`}
                dir="auto"
                className="my-1 line-clamp-2 min-w-32 text-left wrap-anywhere hover:underline"
              >
                {deal.name}
              </Link>
            </td>
            <td className={`${cell} text-right whitespace-nowrap`}>
              {deal.amount_minor === null ? "No amount" : formatMoney(deal.amount_minor, deal.currency)}
            </td>
            <td className={`${cell} whitespace-nowrap`}>{deal.stage}</td>
            <td className={`${cell} max-sm:justify-self-end`}>
              {deal.service_line && <Chip>{deal.service_line}</Chip>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
