// What a company was asked for and what it paid, with the balance after each step.
import { may } from "#app/lib/access.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatDay } from "#domain/days.ts";
import { formatMoney } from "#domain/money.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LateDayInput } from "#app/records/field-kinds/late-day-input.tsx";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Button, IconButton } from "#app/ui/button.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { exportStatement } from "../export-payments-data.ts";
import { kinds } from "../payment.ts";
import { nameOfAccountQuery, statementQuery, todayQuery } from "../payments-data.ts";

export function StatementPanel({ account, onClose }: { account: string; onClose: () => void }) {
  const today = useQuery(todayQuery).data ?? "";
  const name = useQuery(nameOfAccountQuery(account)).data ?? "";
  const [since, setSince] = useState<string | null>(null);
  const [until, setUntil] = useState<string | null>(null);
  const first = since || (today && `${today.slice(0, 4)}-01-01`);
  const last = until || today;
  const statement = useQuery({ ...statementQuery(account, first, last), enabled: first !== "" && last !== "" });
  const rows = statement.data ?? [];
  const cell = "border-t border-line px-4 py-2";
  return (
    <section aria-label={`Statement of ${name}`} className={panelClass}>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2.5">
        <h2 className="min-w-0 grow text-small font-[640] wrap-anywhere">Statement of {name}</h2>
        <div className="w-42">
          <LateDayInput label="From" value={first} onChange={setSince} />
        </div>
        <span className="text-caption text-muted">to</span>
        <div className="w-42">
          <LateDayInput label="Until" value={last} onChange={setUntil} />
        </div>
        {may("payments", "export") && (
          <Button
            variant="line"
            size="compact"
            icon="download"
            disabled={rows.length === 0}
            onClick={() => void exportStatement(name, rows)}
          >
            CSV
          </Button>
        )}
        <IconButton name="close" label="Close the statement" size="compact" onClick={onClose} />
      </header>
      {statement.isPending && <LoadingRows rows={3} />}
      {statement.isError && (
        <p role="alert" className="px-4 py-3 text-danger">
          Failed to load the statement. {messageOf(statement.error)}
        </p>
      )}
      {statement.data && rows.length === 0 && <p className="px-4 py-4 text-muted">Nothing happened in this time.</p>}
      {rows.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls sideways must be reachable
        <section className="overflow-x-auto" tabIndex={0} aria-label="Statement, table">
          <table className="w-full text-caption">
            <thead>
              <tr>
                {["Day", "What", "Asked for", "Paid", "Balance"].map((heading, place) => (
                  <th
                    key={heading}
                    scope="col"
                    className={`px-4 py-2 font-[560] text-muted ${place > 1 ? "text-right" : "text-left"}`}
                  >
                    {heading}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, place) => (
                <tr key={place}>
                  <td className={`${cell} whitespace-nowrap`}>{formatDay(row.day)}</td>
                  <td className={cell}>
                    {row.what === "before" ? "Stood before" : kinds[row.what]}
                    <span className="block text-xs text-muted">
                      {[row.number, row.title].filter(Boolean).join(" ")}
                    </span>
                  </td>
                  {[row.asked_minor, row.paid_minor, row.balance_minor].map((minor, column) => (
                    <td
                      key={column}
                      className={`${cell} text-right whitespace-nowrap ${column === 2 ? "font-semibold" : ""}`}
                    >
                      {minor === 0 && column < 2 ? "" : formatMoney(minor, row.currency)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}
