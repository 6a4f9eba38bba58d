// /admin/cash/statement: what a client was asked for and what it paid: opening, moves, closing. As PDF and CSV.
import { useQuery } from "@tanstack/react-query";
import { formatDay } from "#domain/days.ts";
import { exactMoney } from "#domain/money.ts";
import { may } from "#app/lib/access.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LateDayInput } from "#app/records/field-kinds/late-day-input.tsx";
import { ReferenceFilter } from "#app/records/field-kinds/reference-filter.tsx";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { useAddress } from "#app/records/list/use-address.ts";
import { Art } from "#app/ui/art.tsx";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { toast } from "#app/ui/toast.ts";
import { saveFromServer, type Statement, statementQuery, todayQuery } from "../cash-data.ts";
import { CashFrame } from "../cash-frame.tsx";
import { moveWords } from "../cash.ts";

const companyTarget = { table: "accounts", one: "company", page: "/admin/crm/accounts" } as const;

export default function StatementPage() {
  const { params, change } = useAddress();
  const today = useQuery(todayQuery).data ?? "";
  const account = params.get("account") ?? "";
  const from = params.get("from") ?? (today && `${today.slice(0, 4)}-01-01`);
  const to = params.get("to") ?? today;
  const statement = useQuery({ ...statementQuery(account, { from, to }), enabled: account !== "" && today !== "" });
  const { data } = statement;
  return (
    <CashFrame
      page="Statement"
      note={data && account && `${data.name}, ${formatDay(data.from)} to ${formatDay(data.to)}.`}
    >
      <section aria-label="Statement" className={panelClass}>
        <div className="flex flex-wrap items-center gap-2 border-b border-line p-3 print:hidden">
          <ReferenceFilter
            label="Client"
            to={companyTarget}
            value={account}
            onChange={(id) => change({ account: id || null })}
          />
          <div className="w-42 max-sm:w-full">
            <LateDayInput label="From" value={from} onChange={(day) => change({ from: day || null })} />
          </div>
          <span className="text-caption text-muted max-sm:hidden">to</span>
          <div className="w-42 max-sm:w-full">
            <LateDayInput label="Until" value={to} onChange={(day) => change({ to: day || null })} />
          </div>
          {account && data && may("cash", "export") && (
            <span className="ml-auto flex gap-2">
              <Save kind="pdf" {...{ account, from, to }} name={data.name} />
              <Save kind="csv" {...{ account, from, to }} name={data.name} />
            </span>
          )}
        </div>
        {account === "" && (
          <EmptyState art={<Art name="still" />} title="Whose statement?">
            <p className="max-w-96 text-muted">
              Choose a client: its balance, and every request, credit and payment of the time.
            </p>
          </EmptyState>
        )}
        {account !== "" && statement.isPending && <LoadingRows rows={4} />}
        {statement.isError && (
          <FailedRow what="the statement" why={messageOf(statement.error)} onRetry={() => void statement.refetch()} />
        )}
        {account !== "" && data?.currencies.length === 0 && (
          <p className="px-4 py-4 text-muted">Nothing happened in this time, and nothing stood before.</p>
        )}
        {account !== "" && data?.currencies.map((each) => <OfCurrency key={each.currency} of={each} data={data} />)}
      </section>
    </CashFrame>
  );
}

function Save({
  kind,
  account,
  from,
  to,
  name,
}: {
  kind: "pdf" | "csv";
  account: string;
  from: string;
  to: string;
  name: string;
}) {
  return (
    <Button
      variant="line"
      size="compact"
      icon="download"
      onClick={() =>
        void saveFromServer(
          `/cash/statement.${kind}?${new URLSearchParams({ account, from, to })}`,
          `Statement ${name.replaceAll(/[\\/:*?"<>|]/g, " ")} ${to}.${kind}`,
        ).catch((error: unknown) => toast({ tone: "danger", title: messageOf(error) }))
      }
    >
      {kind.toUpperCase()}
    </Button>
  );
}

const cell = "border-t border-line px-4 py-2 align-baseline";
const number = `${cell} text-right whitespace-nowrap`;
/** A phone shows the day below what it was, and what was asked or paid below the balance. */
const wide = "max-sm:hidden";
const small = "block text-xs font-normal text-muted sm:hidden";

function OfCurrency({ of, data }: { of: Statement["currencies"][number]; data: Statement }) {
  const money = (minor: number) => (minor === 0 ? "" : exactMoney(minor, of.currency));
  const balance = (minor: number) => exactMoney(minor, of.currency);
  return (
    <table aria-label={`Statement in ${of.currency}`} className="w-full text-caption">
      <thead>
        <tr className="text-muted">
          {["Day", "What", "Asked for", "Paid", "Balance"].map((name, place) => (
            <th
              key={name}
              scope="col"
              className={classNames(
                "px-4 py-2 font-[560]",
                place > 1 ? "text-right" : "text-left",
                name !== "What" && name !== "Balance" && wide,
              )}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          <td className={`${cell} ${wide} whitespace-nowrap`}>{formatDay(data.from)}</td>
          <th scope="row" className={`${cell} text-left font-semibold`}>
            Opening balance
            <span className={small}>{formatDay(data.from)}</span>
          </th>
          <td className={`${number} ${wide}`}>{"\u00a0"}</td>
          <td className={`${number} ${wide}`}>{"\u00a0"}</td>
          <td className={`${number} font-semibold`}>{balance(of.opening_minor)}</td>
        </tr>
        {of.rows.map((row, place) => (
          <tr key={place}>
            <td className={`${cell} ${wide} whitespace-nowrap`}>{formatDay(row.day)}</td>
            <td className={cell}>
              {moveWords[row.what] ?? row.what}
              <span dir="auto" className="block text-xs wrap-anywhere text-muted">
                {[row.number, row.title].filter(Boolean).join(" ")}
              </span>
              <span className={small}>{formatDay(row.day)}</span>
            </td>
            <td className={`${number} ${wide}`}>{money(row.asked_minor)}</td>
            <td className={`${number} ${wide}`}>{money(row.paid_minor)}</td>
            <td className={number}>
              {balance(row.balance_minor)}
              {row.asked_minor !== 0 && <span className={small}>asked {money(row.asked_minor)}</span>}
              {row.paid_minor !== 0 && <span className={small}>paid {money(row.paid_minor)}</span>}
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="font-semibold [&>*]:border-ink">
          <td className={`${cell} ${wide} whitespace-nowrap`}>{formatDay(data.to)}</td>
          <th scope="row" className={`${cell} text-left`}>
            Closing balance
            <span className={small}>{formatDay(data.to)}</span>
          </th>
          <td className={`${number} ${wide}`}>{balance(of.asked_minor)}</td>
          <td className={`${number} ${wide}`}>{balance(of.paid_minor)}</td>
          <td className={number}>
            {balance(of.closing_minor)}
            <span className={small}>asked {balance(of.asked_minor)}</span>
            <span className={small}>paid {balance(of.paid_minor)}</span>
          </td>
        </tr>
      </tfoot>
    </table>
  );
}
