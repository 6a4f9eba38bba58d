// /admin/cash/tax: base and tax of a period by category and rate, reverse charge by VAT id, withheld apart. Every row opens its documents.
import { useQuery } from "@tanstack/react-query";
import { exactMoney } from "#domain/money.ts";
import { may } from "#app/lib/access.ts";
import { countOf } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { useAddress } from "#app/records/list/use-address.ts";
import { Button } from "#app/ui/button.tsx";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { Segmented } from "#app/ui/compact/segmented.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { toast } from "#app/ui/toast.ts";
import { type Basis, type Tax, taxQuery, taxRowsQuery, todayQuery, useSaveBasis } from "../cash-data.ts";
import { CashFrame } from "../cash-frame.tsx";
import { categoryWords, rateWords } from "../cash.ts";
import { Documents } from "../documents.tsx";
import { FigureTable } from "../figure-table.tsx";
import { PeriodBar } from "../period-bar.tsx";
import { periodIn } from "../period.ts";

const choices = [
  { id: "issued", name: "Issued" },
  { id: "received", name: "Received" },
] as const satisfies readonly { id: Basis; name: string }[];

export default function TaxPage() {
  const { params, change } = useAddress();
  const today = useQuery(todayQuery).data ?? "";
  const period = periodIn(params, today || "2000-01-01");
  const asked = choices.find(({ id }) => id === params.get("basis"))?.id ?? null;
  const report = useQuery({ ...taxQuery(period, asked), enabled: today !== "" });
  const { data } = report;
  return (
    <CashFrame
      page="Tax"
      note={
        data &&
        `Tax of ${exactMoney(data.tax_minor, data.currency)} on ${exactMoney(data.base_minor, data.currency)} net.`
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PeriodBar today={today} />
        <div className="flex flex-wrap items-center gap-2">
          <Segmented
            label="Counted by what was"
            choices={choices}
            chosen={data?.basis ?? "issued"}
            onChoose={(basis) => change({ basis, rows: null }, true)}
          />
          {data && data.basis !== data.usual_basis && may("cash", "money") && <KeepBasis basis={data.basis} />}
        </div>
      </div>
      <section aria-label="Tax by rate" className={panelClass}>
        {report.isPending && <LoadingRows rows={4} />}
        {report.isError && (
          <FailedRow
            what="the tax of this period"
            why={messageOf(report.error)}
            onRetry={() => void report.refetch()}
          />
        )}
        {data?.rates.length === 0 && (
          <p className="px-4 py-4 text-muted">
            {data.basis === "issued"
              ? "Nothing was issued in this period."
              : "No money for invoices came in this period."}
          </p>
        )}
        {data && data.rates.length > 0 && <Rates data={data} />}
      </section>
      {data && <Notes data={data} />}
      {data && <Rows data={data} />}
    </CashFrame>
  );
}

function KeepBasis({ basis }: { basis: Basis }) {
  const save = useSaveBasis();
  return (
    <Button
      variant="line"
      size="compact"
      disabled={save.isPending}
      onClick={() =>
        save.mutate(basis, {
          onSuccess: () => void toast({ tone: "notice", title: `Tax is counted by what was ${basis}.` }),
          onError: (error) => void toast({ tone: "danger", title: messageOf(error) }),
        })
      }
    >
      Keep for the firm
    </Button>
  );
}

const Rates = ({ data }: { data: Tax }) => (
  <FigureTable
    name="Tax by rate"
    heads={["Category", "Rate", "Documents", "Net", "Tax"]}
    rows={data.rates.map((rate) => ({
      key: [rate.category, rate.rate_pcm, rate.name, rate.currency].join(":"),
      open: `rate:${rate.category}:${rate.rate_pcm}:${rate.currency}:${rate.name}`,
      cells: [
        [categoryWords[rate.category] ?? rate.category, rate.name].filter(Boolean).join(", "),
        rateWords(rate.rate_pcm),
        String(rate.count),
        exactMoney(rate.base_minor, rate.currency),
        exactMoney(rate.tax_minor, rate.currency),
      ],
      ...(rate.currency !== data.currency && {
        below: [
          "",
          "",
          "",
          rate.office_base_minor === null ? "no rate" : exactMoney(rate.office_base_minor, data.currency),
          rate.office_tax_minor === null ? "no rate" : exactMoney(rate.office_tax_minor, data.currency),
        ],
      }),
    }))}
    total={[
      "All",
      "",
      String(data.count),
      exactMoney(data.base_minor, data.currency),
      exactMoney(data.tax_minor, data.currency),
    ]}
  />
);

function Notes({ data }: { data: Tax }) {
  return (
    <>
      {data.reverse.length > 0 && (
        <section aria-label="Reverse charge" className={panelClass}>
          <h2 className="border-b border-line px-4 py-2.5 text-small font-[640]">Reverse charge, by VAT id</h2>
          <FigureTable
            name="Reverse charge"
            heads={["VAT id", "Client", "Documents", "Net"]}
            rows={data.reverse.map((row) => ({
              key: `${row.vat_id}:${row.currency}`,
              open: `vat:${row.vat_id ?? ""}:${row.currency}`,
              cells: [
                row.vat_id ?? "None",
                row.name ?? "",
                String(row.count),
                exactMoney(row.base_minor, row.currency),
              ],
            }))}
          />
        </section>
      )}
      <p className="text-caption text-muted">
        {data.withheld.length > 0 &&
          `Withheld by clients, and no tax of ours: ${data.withheld.map(({ currency, minor, count }) => `${exactMoney(minor, currency)} on ${countOf(count, "document")}`).join(", ")}. `}
        {data.without_rate > 0 &&
          `${countOf(data.without_rate, "document")} without an exchange rate ${data.without_rate === 1 ? "is" : "are"} not in the sums of ${data.currency}. `}
        {data.basis === "received"
          ? "By receipt: the share of each invoice's tax that its money covers. "
          : "By issue: invoices and credit notes in the period of their day. "}
        Which of both holds for the firm is for an accountant to say.
      </p>
    </>
  );
}

/** The documents of the row that is open in the address. */
function Rows({ data }: { data: Tax }) {
  const { params, change } = useAddress();
  const open = params.get("rows") ?? "";
  const [what, ...parts] = open.split(":");
  const base = { from: data.from, to: data.to, basis: data.basis };
  const filter: Record<string, string> =
    what === "rate"
      ? {
          ...base,
          category: parts[0] ?? "",
          rate_pcm: parts[1] ?? "0",
          currency: parts[2] ?? "",
          name: parts.slice(3).join(":"),
        }
      : { ...base, category: "AE", vat_id: parts[0] ?? "", currency: parts[1] ?? "" };
  const rows = useQuery({ ...taxRowsQuery(filter), enabled: what === "rate" || what === "vat" });
  if (what !== "rate" && what !== "vat") return null;
  const title =
    what === "rate"
      ? `${categoryWords[parts[0] ?? ""] ?? parts[0]}, ${rateWords(Number(parts[1]))}`
      : `Reverse charge, ${parts[0] || "no VAT id"}`;
  const currency = filter["currency"] ?? data.currency;
  return (
    <Documents
      title={title}
      state={rows}
      heads={["Net", "Tax"]}
      documents={rows.data?.rows.map((row) => ({
        ...row,
        sums: [exactMoney(row.base_minor, row.currency), exactMoney(row.tax_minor, row.currency)],
      }))}
      count={rows.data?.count ?? 0}
      sums={rows.data && [exactMoney(rows.data.base_minor, currency), exactMoney(rows.data.tax_minor, currency)]}
      onClose={() => change({ rows: null }, true)}
    />
  );
}
