// Who changed what of how the product works, what left it and what was removed. No one can change an entry.
import { may } from "#app/lib/access.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { PageHead, panelClass } from "#app/admin/shell/page-head.tsx";
import { countOf, formatMoment } from "#app/lib/formats.ts";
import { officeDayOf } from "#app/lib/office-time.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { exportFile } from "#app/records/csv/save-file.ts";
import { ChoiceFilter } from "#app/records/filter/choice-filter.tsx";
import { RangeFilter } from "#app/records/field-kinds/range-filter.tsx";
import { FindField } from "#app/records/list/find-field.tsx";
import { ListNotice } from "#app/records/list/list-notice.tsx";
import { changeListView, pagesOf } from "#app/records/list/list-view.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Pager } from "#app/records/list/pager.tsx";
import { useAddress } from "#app/records/list/use-address.ts";
import { Art } from "#app/ui/art.tsx";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { toast } from "#app/ui/toast.ts";
import { currentTime } from "#domain/clock.ts";
import { actsCsv, capitalized, changeText } from "./act-words.ts";
import {
  type Act,
  actChoicesQuery,
  actsQuery,
  type AuditView,
  filters,
  isNarrowed,
  readAllActs,
  readAuditView,
} from "./audit-data.ts";

export default function AuditLog() {
  const { params, edit } = useAddress();
  const view = readAuditView(params);
  const acts = useQuery(actsQuery(view));
  const choices = useQuery(actChoicesQuery).data;
  const change = (changes: Record<string, string | number | null>, replace = false) =>
    edit((address) => changeListView(address, changes), { replace, preventScrollReset: true });
  const { rows = [], count = 0 } = acts.data ?? {};
  const showAll = () => change(Object.fromEntries([...filters, "page"].map((name) => [name, null])));
  return (
    <>
      <PageHead title="Audit Log" />
      <section aria-label="Audit log" aria-busy={acts.isFetching} className={panelClass}>
        <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2.5">
          <FindField label="Find on what" value={view.subject} onFind={(subject) => change({ subject }, true)} />
          <Choice label="Who" value={view.who} choices={choices?.who} onChoose={(who) => change({ who })} />
          <Choice label="What" value={view.what} choices={choices?.what} onChoose={(what) => change({ what })} />
          <RangeFilter label="When" value={view.period} onChange={(period) => change({ period })} input="day" />
          {may("audit", "export") && <ExportButton view={view} disabled={count === 0 || acts.isPlaceholderData} />}
          <output className="ml-auto text-caption text-muted">
            {acts.data && !acts.isPlaceholderData && `${countOf(count, "entry", "entries")}, newest first`}
          </output>
        </div>
        {acts.data && (
          <ListNotice
            many="the audit log"
            old={acts.isPlaceholderData}
            failure={acts.failureReason ? messageOf(acts.failureReason) : null}
            failed={acts.isError}
            readAt={acts.dataUpdatedAt}
            onRetry={() => void acts.refetch()}
          />
        )}
        {acts.isPending ? (
          <LoadingRows />
        ) : acts.isError && !acts.data ? (
          <FailedRow what="the audit log" why={messageOf(acts.error)} onRetry={() => void acts.refetch()} />
        ) : rows.length > 0 ? (
          <ActTable rows={rows} />
        ) : isNarrowed(view) || view.page > 1 ? (
          <EmptyState title={isNarrowed(view) ? "No entries match" : "There is no such page"}>
            <Button variant="line" size="compact" onClick={showAll}>
              Show all entries
            </Button>
          </EmptyState>
        ) : (
          <EmptyState art={<Art name="still" />} title="Nothing has been recorded yet." />
        )}
        {pagesOf(count, view.size) > 1 && rows.length > 0 && <Pager view={view} count={count} onChange={change} />}
      </section>
    </>
  );
}

function Choice({
  label,
  value,
  choices = [],
  onChoose,
}: {
  label: string;
  value: string;
  choices?: readonly string[] | undefined;
  onChoose: (value: string) => void;
}) {
  // What the address names is shown even when nothing is called so.
  const offered = value && !choices.includes(value) ? [value, ...choices] : choices;
  return (
    <ChoiceFilter
      label={label}
      value={value}
      choices={offered.map((each) => [each, each] as const)}
      onChange={onChoose}
    />
  );
}

function ExportButton({ view, disabled }: { view: AuditView; disabled: boolean }) {
  const [isRunning, setRunning] = useState(false);
  const run = async () => {
    setRunning(true);
    try {
      const rows = await readAllActs(view);
      await exportFile("audit", `audit-log-${officeDayOf(currentTime())}.csv`, actsCsv(rows));
      toast({ title: `${countOf(rows.length, "entry", "entries")} exported` });
    } catch (error) {
      toast({ title: "Failed to export the audit log", text: messageOf(error), tone: "danger" });
    } finally {
      setRunning(false);
    }
  };
  return (
    <Button
      variant="line"
      size="compact"
      icon="download"
      className="max-sm:min-h-10.5"
      disabled={disabled || isRunning}
      onClick={() => void run()}
    >
      Export CSV
    </Button>
  );
}

const headings = ["When", "Who", "What", "On what", "Change", "Request"];
const headCell = "border-b border-line px-4 py-2 text-left font-[560] whitespace-nowrap text-muted";
const cell =
  "border-b border-line px-4 py-2 align-top max-sm:block max-sm:min-w-0 max-sm:border-0 max-sm:px-0 max-sm:py-0.5";

/** From 640 px a table; below it who and when, the act and its record, and what changed. */
function ActTable({ rows }: { rows: readonly Act[] }) {
  return (
    <div className="max-lg:overflow-x-auto">
      <table
        aria-label="Audit log"
        className="w-full border-separate border-spacing-0 text-caption max-sm:block sm:min-w-180"
      >
        <thead className="max-sm:sr-only">
          <tr>
            {headings.map((heading) => (
              <th key={heading} scope="col" className={headCell}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {rows.map((act) => (
            <tr
              key={act.id}
              className="max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-3 max-sm:border-b max-sm:border-line max-sm:px-4 max-sm:py-2.5"
            >
              <td className={classNames(cell, "whitespace-nowrap text-muted max-sm:order-2")}>
                <time dateTime={act.at}>{formatMoment(act.at)}</time>
              </td>
              <td className={classNames(cell, "max-sm:order-1")}>
                <span title={act.actor_name ?? undefined} className="block max-w-52 truncate">
                  {act.actor_name}
                </span>
              </td>
              <td className={classNames(cell, "font-semibold whitespace-nowrap max-sm:order-3")}>
                {capitalized(act.act)}
              </td>
              <td className={classNames(cell, "max-sm:order-4")}>
                <span title={act.subject ?? undefined} className="block max-w-60 truncate max-sm:max-w-44">
                  {act.subject}
                </span>
              </td>
              <td className={classNames(cell, "wrap-anywhere max-sm:order-5 max-sm:col-span-2")}>{changeText(act)}</td>
              <td className={classNames(cell, "font-mono text-muted max-sm:hidden")}>
                <span title={act.request_id ?? undefined} className="block max-w-28 truncate">
                  {act.request_id}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
