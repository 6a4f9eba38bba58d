// /admin/cash/revenue: what was invoiced, net, by month of issue, by service and by client. Every row opens its documents.
import { useQuery } from "@tanstack/react-query";
import { exactMoney } from "#domain/money.ts";
import { countOf } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { useAddress } from "#app/records/list/use-address.ts";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { type Revenue, revenueQuery, revenueRowsQuery, todayQuery } from "../cash-data.ts";
import { CashFrame } from "../cash-frame.tsx";
import { Documents } from "../documents.tsx";
import { FigureTable } from "../figure-table.tsx";
import { PeriodBar } from "../period-bar.tsx";
import { monthName, periodIn, periodOf } from "../period.ts";

export default function RevenuePage() {
  const { params } = useAddress();
  const today = useQuery(todayQuery).data ?? "";
  const period = periodIn(params, today || "2000-01-01");
  const report = useQuery({ ...revenueQuery(period), enabled: today !== "" });
  const { data } = report;
  return (
    <CashFrame
      page="Revenue"
      note={data && `${exactMoney(data.net_minor, data.currency)} net in ${countOf(data.count, "document")}.`}
    >
      <PeriodBar today={today} />
      <p className="text-caption text-muted">
        Invoiced net in the month of issue, credit notes in theirs. This is not accrual accounting: work that is not
        invoiced is not in it.
        {data &&
          data.without_rate > 0 &&
          ` ${countOf(data.without_rate, "document")} without an exchange rate ${data.without_rate === 1 ? "is" : "are"} not in the sums.`}
      </p>
      <section aria-label="Revenue by month" className={panelClass}>
        {report.isPending && <LoadingRows rows={4} />}
        {report.isError && (
          <FailedRow what="the revenue" why={messageOf(report.error)} onRetry={() => void report.refetch()} />
        )}
        {data?.count === 0 && <p className="px-4 py-4 text-muted">Nothing was issued in this period.</p>}
        {data && data.count > 0 && <Months data={data} />}
      </section>
      {data && data.count > 0 && (
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <By
            name="By service"
            head="Service"
            data={data}
            rows={data.services.map((row) => ({
              key: row.service ?? "",
              name: row.service ?? "No service",
              open: `service:${row.service ?? ""}`,
              ...row,
            }))}
          />
          <By
            name="By client"
            head="Client"
            data={data}
            rows={data.clients.map(({ account_id, name, net_minor, count }) => ({
              key: account_id,
              name: name ?? "A client",
              open: `account:${account_id}`,
              net_minor,
              count,
            }))}
          />
        </div>
      )}
      {data && <Rows data={data} />}
    </CashFrame>
  );
}

const Months = ({ data }: { data: Revenue }) => {
  const money = (minor: number) => exactMoney(minor, data.currency);
  return (
    <FigureTable
      name="Revenue by month"
      words={1}
      heads={["Month", "Invoiced", "Credited", "Net"]}
      rows={data.months.map((row) => ({
        key: row.month,
        ...(row.count > 0 && { open: `month:${row.month}` }),
        cells: [monthName(row.month), money(row.invoiced_minor), money(row.credited_minor), money(row.net_minor)],
      }))}
      total={[
        "All",
        money(data.months.reduce((sum, row) => sum + row.invoiced_minor, 0)),
        money(data.months.reduce((sum, row) => sum + row.credited_minor, 0)),
        money(data.net_minor),
      ]}
    />
  );
};

function By({
  name,
  head,
  data,
  rows,
}: {
  name: string;
  head: string;
  data: Revenue;
  rows: readonly { key: string; name: string; open: string; net_minor: number; count: number }[];
}) {
  return (
    <section aria-label={name} className={panelClass}>
      <h2 className="border-b border-line px-4 py-2.5 text-small font-[640]">{name}</h2>
      <FigureTable
        name={name}
        words={1}
        heads={[head, "Documents", "Net"]}
        rows={rows.map((row) => ({
          key: row.key,
          open: row.open,
          cells: [row.name, String(row.count), exactMoney(row.net_minor, data.currency)],
        }))}
      />
    </section>
  );
}

function Rows({ data }: { data: Revenue }) {
  const { params, change } = useAddress();
  const open = params.get("rows") ?? "";
  const [what, ...rest] = open.split(":");
  const value = rest.join(":");
  const isOpen = what === "service" || what === "account" || what === "month";
  const month = what === "month" ? periodOf("month", value) : null;
  // A month that the period cuts keeps the days of the period.
  const from = month && month.from > data.from ? month.from : data.from;
  const to = month && month.to < data.to ? month.to : data.to;
  const filter = {
    from,
    to,
    ...(what === "service" && { service: value }),
    ...(what === "account" && { account: value }),
  };
  const rows = useQuery({ ...revenueRowsQuery(filter), enabled: isOpen });
  if (!isOpen) return null;
  const title =
    what === "month"
      ? monthName(value)
      : what === "service"
        ? value || "No service"
        : (data.clients.find(({ account_id }) => account_id === value)?.name ?? "A client");
  return (
    <Documents
      title={title}
      state={rows}
      heads={["Net"]}
      documents={rows.data?.rows.map((row) => ({ ...row, sums: [exactMoney(row.net_minor, row.currency)] }))}
      count={rows.data?.count ?? 0}
      sums={rows.data && [exactMoney(rows.data.net_minor, rows.data.currency)]}
      onClose={() => change({ rows: null }, true)}
    />
  );
}
