// /admin/invoices: what was issued, newest first, and the drafts. The address holds tab, search, account and page.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { site } from "#content/site.ts";
import { formatDay } from "#domain/days.ts";
import { exactMoney, formatMoney } from "#domain/money.ts";
import { may } from "#app/lib/access.ts";
import { countOf } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { ReferenceFilter } from "#app/records/field-kinds/reference-filter.tsx";
import { FindField } from "#app/records/list/find-field.tsx";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { PageTurner } from "#app/records/list/page-turner.tsx";
import { useAddress } from "#app/records/list/use-address.ts";
import { Art } from "#app/ui/art.tsx";
import { StatusBadge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { Tabs } from "#app/ui/tabs.tsx";
import { exportInvoices } from "./invoice-csv-data.ts";
import { looks, types } from "./invoice-words.ts";
import {
  draftsQuery,
  type DraftRow,
  type InvoiceFilter,
  type InvoiceRow,
  invoicesQuery,
  pageSize,
  sumsQuery,
} from "./invoices-data.ts";
import { NewInvoiceDialog } from "./new-invoice-dialog.tsx";

const companyTarget = { table: "accounts", one: "company", page: "/admin/crm/accounts" } as const;
const tabs = [
  ["all", "All"],
  ["drafts", "Drafts"],
  ["unpaid", "Unpaid"],
  ["overdue", "Overdue"],
  ["disputed", "In dispute"],
  ["paid", "Paid"],
  ["credit", "Credit notes"],
] as const;
type Tab = (typeof tabs)[number][0];

export default function InvoicesPage() {
  const { params, change } = useAddress();
  const set = (changes: Record<string, string | null>) => change({ page: null, ...changes }, "search" in changes);
  const tab: Tab = tabs.find(([id]) => id === params.get("tab"))?.[0] ?? "all";
  const search = params.get("search") ?? "";
  const account = params.get("account") ?? "";
  const page = Math.max(1, Math.min(1000, Number(params.get("page")) || 1));
  const filter: InvoiceFilter = {
    ...(tab !== "all" && tab !== "drafts" && { state: tab }),
    ...(search && { search }),
    ...(account && { account }),
  };
  const drafts = useQuery(draftsQuery);
  const list = useQuery({ ...invoicesQuery(filter, page), enabled: tab !== "drafts" });
  const sums = useQuery(sumsQuery({ ...filter, state: filter.state ?? "unpaid" })).data;
  const [making, setMaking] = useState(false);
  const rows = list.data ?? [];
  const count = rows[0]?.total_count ?? 0;
  const isFiltered = search !== "" || account !== "" || tab !== "all";

  const panel = (
    <section aria-label="Invoices" aria-busy={list.isFetching} className={`${panelClass} mt-5`}>
      {tab !== "drafts" && (
        <div className="flex flex-wrap items-center gap-2 border-b border-line p-3">
          <FindField label="Find an invoice" value={search} onFind={(term) => set({ search: term || null })} />
          <ReferenceFilter
            label="Account"
            to={companyTarget}
            value={account}
            onChange={(id) => set({ account: id || null })}
          />
          <output className="ml-auto text-caption text-muted">
            {list.data && `${countOf(count, "invoice")}, newest first`}
          </output>
        </div>
      )}
      {tab === "drafts" ? (
        <Drafts query={drafts} onNew={() => setMaking(true)} />
      ) : (
        <>
          {list.isPending && <LoadingRows />}
          {list.isError && !list.data && (
            <FailedRow what="invoices" why={messageOf(list.error)} onRetry={() => void list.refetch()}>
              What was issued is kept.
            </FailedRow>
          )}
          {rows.length > 0 && <Rows rows={rows} old={list.isPlaceholderData} />}
          {list.data &&
            rows.length === 0 &&
            (isFiltered ? (
              <NoneMatch onClear={() => set({ tab: null, search: null, account: null })} />
            ) : (
              <NoneYet onNew={() => setMaking(true)} />
            ))}
          <PageTurner page={page} pages={Math.ceil(count / pageSize)} onTurn={(to) => change({ page: String(to) })} />
        </>
      )}
    </section>
  );

  return (
    <>
      <title>{`Invoices | ${site.name} admin`}</title>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="serif -mb-1 pb-1 text-[1.75rem] leading-[1.15] tracking-[-0.018em]">Invoices</h1>
          <p className="mt-0.5 min-h-5 text-muted">
            {sums &&
              `${sums.open_minor === 0 ? "Nothing" : formatMoney(sums.open_minor, sums.currency)} open${sums.without_rate > 0 ? `, and ${sums.without_rate} without a rate` : ""}.`}
          </p>
        </div>
        <div className="flex gap-2 max-sm:w-full max-sm:*:min-h-11 max-sm:*:grow">
          {tab !== "drafts" && may("invoices", "export") && (
            <Button variant="line" size="compact" icon="download" onClick={() => void exportInvoices(filter)}>
              CSV
            </Button>
          )}
          {may("invoices", "add") && (
            <Button size="compact" icon="plus" onClick={() => setMaking(true)}>
              New Invoice
            </Button>
          )}
        </div>
      </div>
      <div>
        <Tabs
          label="Which invoices"
          tone="ink"
          selected={tab}
          onSelect={(id) => set({ tab: id === "all" ? null : id })}
          tabs={tabs.map(([id, label]) => ({
            id,
            label,
            ...(id === "drafts" && drafts.data && { count: drafts.data.length }),
            panel: id === tab ? panel : null,
          }))}
        />
      </div>
      {making && <NewInvoiceDialog onClose={() => setMaking(false)} preset={{ account }} />}
    </>
  );
}

const NoneMatch = ({ onClear }: { onClear: () => void }) => (
  <EmptyState title="No invoices match">
    <Button variant="line" size="compact" onClick={onClear}>
      Clear filters
    </Button>
  </EmptyState>
);

const NoneYet = ({ onNew }: { onNew: () => void }) => (
  <EmptyState art={<Art name="still" />} title="No invoices yet">
    <p className="max-w-104 text-muted">
      Bill an accepted proposal from its deal, or write an invoice here. It gets its number when it is issued.
    </p>
    {may("invoices", "add") && (
      <Button size="compact" icon="plus" onClick={onNew}>
        New Invoice
      </Button>
    )}
  </EmptyState>
);

const head = "border-b border-line px-3 py-2 text-left font-[560] whitespace-nowrap text-muted first:pl-4";
const cell = "h-13 border-b border-line px-3 py-1.5 max-sm:h-auto max-sm:border-0 max-sm:p-0";
const phoneRow =
  "hover:bg-sunken last:*:border-b-0 max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:items-center max-sm:gap-x-3 max-sm:gap-y-1.5 max-sm:border-b max-sm:border-line max-sm:px-4 max-sm:py-3 max-sm:last:border-0";

function Rows({ rows, old }: { rows: readonly InvoiceRow[]; old: boolean }) {
  return (
    <div className="max-lg:overflow-x-auto">
      <table
        aria-label="Invoices"
        className="w-full border-separate border-spacing-0 text-caption max-sm:block sm:min-w-200"
      >
        <thead className="max-sm:sr-only">
          <tr>
            {["Invoice", "Total", "Account", "Status", "Issued", "Due"].map((name) => (
              <th key={name} scope="col" className={`${head} ${name === "Total" ? "text-right!" : ""}`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody inert={old} className={`max-sm:block ${old ? "opacity-55" : ""}`}>
          {rows.map((row) => (
            <tr key={row.id} className={phoneRow}>
              <td className={`${cell} pl-4! max-sm:pl-0!`}>
                <Link
                  to={`/admin/invoices/${row.id}`}
                  dir="auto"
                  className="line-clamp-2 min-h-6 text-ui font-semibold wrap-anywhere hover:underline"
                >
                  {row.title}
                </Link>
                <span className="block text-xs text-muted">
                  {[
                    row.number,
                    row.type === "invoice" ? "" : types[row.type].toLowerCase(),
                    row.corrects ? `for ${row.corrects}` : "",
                  ]
                    .filter(Boolean)
                    .join(", ")}
                </span>
              </td>
              <td className={`${cell} text-right font-semibold whitespace-nowrap`}>
                {exactMoney(row.total_minor, row.currency)}
                {row.withheld_minor !== 0 && (
                  <span className="block text-xs font-normal text-muted">
                    {exactMoney(row.withheld_minor, row.currency)} withheld
                  </span>
                )}
                {row.open_minor > 0 && row.open_minor < row.payable_minor && (
                  <span className="block text-xs font-normal text-muted">
                    {exactMoney(row.open_minor, row.currency)} open
                  </span>
                )}
                {row.credited_minor > 0 && row.state !== "cancelled" && (
                  <span className="block text-xs font-normal text-muted">
                    {exactMoney(row.credited_minor, row.currency)} credited
                  </span>
                )}
              </td>
              <td className={`${cell} sm:min-w-32`}>
                <Link
                  to={`/admin/crm/accounts/${row.account_id}`}
                  dir="auto"
                  className="line-clamp-2 wrap-anywhere hover:underline"
                >
                  {row.account_name}
                </Link>
              </td>
              <td className={`${cell} max-sm:text-right`}>
                <StatusBadge status={looks[row.state][1]}>{looks[row.state][0]}</StatusBadge>
                {row.files === "trouble" && (
                  <span className="mt-0.5 block text-xs font-semibold text-danger">A file could not be made</span>
                )}
                {row.files === "waiting" && (
                  <span className="mt-0.5 block text-xs text-muted">Files are being made</span>
                )}
              </td>
              <td className={`${cell} whitespace-nowrap max-sm:hidden`}>{formatDay(row.issued_on)}</td>
              <td className={`${cell} whitespace-nowrap max-sm:hidden`}>
                {row.type === "credit" ? "" : formatDay(row.due_on)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Drafts({ query, onNew }: { query: ReturnType<typeof useQuery<DraftRow[]>>; onNew: () => void }) {
  if (query.isPending) return <LoadingRows />;
  if (query.isError)
    return (
      <FailedRow what="drafts" why={messageOf(query.error)} onRetry={() => void query.refetch()}>
        Drafts are kept.
      </FailedRow>
    );
  if (query.data.length === 0)
    return (
      <EmptyState title="No drafts">
        {may("invoices", "add") && (
          <Button size="compact" icon="plus" onClick={onNew}>
            New Invoice
          </Button>
        )}
      </EmptyState>
    );
  return (
    <ul aria-label="Drafts">
      {query.data.map((row) => (
        <li
          key={row.id}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-3 last:border-0 hover:bg-sunken"
        >
          <span className="min-w-0">
            <Link
              to={`/admin/invoices/${row.id}`}
              dir="auto"
              className="block font-semibold wrap-anywhere hover:underline"
            >
              {row.title}
            </Link>
            <span className="text-caption text-muted" dir="auto">
              {[types[row.type], row.account_name].join(", ")}
            </span>
          </span>
          <span className="flex items-center gap-4">
            <StatusBadge status={row.missing > 0 ? "Missing" : "Draft"}>
              {row.missing > 0 ? `${countOf(row.missing, "thing")} missing` : "Draft"}
            </StatusBadge>
            <b className="font-semibold whitespace-nowrap">{exactMoney(row.total_minor, row.currency)}</b>
          </span>
        </li>
      ))}
    </ul>
  );
}
