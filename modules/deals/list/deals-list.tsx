// Deals as rows: sorted, paged, selected, changed several at once, written to a file. Narrowed by the same filter as the board.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { formatMoney } from "#domain/money.ts";
import { countOf } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { ExportMenu } from "#app/records/export/export-menu.tsx";
import { exportCsv } from "#app/records/csv/export-csv.ts";
import { ExportProgress } from "#app/records/csv/export-progress.tsx";
import { useRunningExport } from "#app/records/csv/running-exports.ts";
import { useRecordsContext } from "#app/records/records-context.ts";
import { ListFilters } from "#app/records/list/list-filters.tsx";
import { ListNotice } from "#app/records/list/list-notice.tsx";
import { changeListView, nextSort, pagesOf } from "#app/records/list/list-view.ts";
import { Pager } from "#app/records/list/pager.tsx";
import { useSelection } from "#app/records/list/selection.ts";
import { useAddress } from "#app/records/list/use-address.ts";
import { listQuery } from "#app/records/record-lists.ts";
import { Art } from "#app/ui/art.tsx";
import { Button } from "#app/ui/button.tsx";
import { PartFailure } from "#app/ui/compact/part-failure.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { BoardLoading } from "../board/board-loading.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { deal } from "../deal.ts";
import { type DealFilter, isFiltered } from "../deal-filter.ts";
import { DealRows } from "./deal-rows.tsx";
import type { Board, Stage } from "../board/board.ts";
import { officeTodayQuery } from "../deals-data.ts";
import { type DealRow, listFilterOf, nextTasksQuery, readDealsView } from "./deals-list-data.ts";

/** Ranges that only the list has; the others are above board and list. */
const ranges = {
  ...deal,
  fields: { expected_close: deal.fields.expected_close, closed_on: deal.fields.closed_on },
};

export default function DealsList({
  filter,
  stages,
  totals,
  onNew,
  onClear,
  onEdit,
}: {
  filter: DealFilter;
  stages: readonly Stage[];
  totals: Board | undefined;
  onNew: () => void;
  onClear: () => void;
  onEdit: (id: string) => void;
}) {
  const [params] = useSearchParams();
  const { edit } = useAddress();
  const asked = listFilterOf(params, filter, stages);
  const view = readDealsView(params, asked);
  const list = useQuery({ ...listQuery(deal, view), enabled: stages.length > 0 });
  const { isOn } = useRecordsContext();
  const rows = (list.data?.rows ?? []) as DealRow[];
  const tasks = useQuery(
    nextTasksQuery(
      rows.map(({ id }) => id),
      isOn("tasks"),
    ),
  );
  const today = useQuery(officeTodayQuery).data ?? "";
  const [now] = useState(() => Date.now());
  const selection = useSelection(
    view,
    rows.map(({ id, name }) => ({ id, title: name })),
  );
  const change = (changes: Record<string, string | number | null>) =>
    edit((address) => changeListView(address, changes));
  const exporting = useRunningExport(deal.table) !== undefined;
  const count = list.data?.count ?? 0;
  const narrowed = Object.keys(view.filters).length > 0;
  if (list.isPending) return <BoardLoading list />;
  return (
    <section aria-label="Deals" aria-busy={list.isFetching} className={panelClass}>
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2.5">
        <ListFilters entity={ranges} view={view} onChange={(changes) => change(changes)} />
        <Button
          variant="line"
          size="compact"
          icon="download"
          className="max-sm:min-h-10.5"
          disabled={count === 0 || exporting || list.isPlaceholderData}
          onClick={() => void exportCsv(deal, view, { all: count })}
        >
          Export CSV
        </Button>
        <ExportMenu entity={deal} view={view} what={{ all: count }} disabled={count === 0 || exporting} />
        <output className="ml-auto text-caption text-muted">{list.data && countOf(count, "deal")}</output>
      </div>
      <ExportProgress entity={deal} />
      <BulkBar
        {...{ view, selection, count, stages, exporting }}
        shown={rows.length}
        archived={filter.archived === true}
      />
      {list.data && (
        <ListNotice
          many="deals"
          old={list.isPlaceholderData}
          failure={list.failureReason ? messageOf(list.failureReason) : null}
          failed={list.isError}
          readAt={list.dataUpdatedAt}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.isError && !list.data ? (
        <PartFailure
          what="deals"
          why={messageOf(list.error)}
          onRetry={() => void list.refetch()}
          busy={list.isFetching}
        />
      ) : rows.length > 0 ? (
        <>
          <DealRows
            {...{ rows, stages, view, selection, today, now, onEdit }}
            tasks={isOn("tasks") ? (tasks.data ?? new Map()) : null}
            stale={list.isPlaceholderData || list.isError}
            onSort={(column) => change({ sort: nextSort(view, column) })}
          />
          {totals && !narrowed && <Totals totals={totals} stages={asked.stage} />}
        </>
      ) : isFiltered(filter) || narrowed || view.page > 1 ? (
        <EmptyState title="No deals match">
          <Button
            variant="line"
            size="compact"
            onClick={() => {
              onClear();
              change({ expected_close: null, closed_on: null });
            }}
          >
            Clear filters
          </Button>
        </EmptyState>
      ) : (
        <EmptyState art={<Art name="still" />} title="No open deals">
          <p className="max-w-104 text-muted">A deal begins when an inquiry asks for work, or when you add one here.</p>
          <Button size="compact" icon="plus" onClick={onNew}>
            New Deal
          </Button>
        </EmptyState>
      )}
      {pagesOf(count, view.size) > 1 && rows.length > 0 && (
        <Pager view={view} count={count} onChange={(to) => change(to)} />
      )}
    </section>
  );
}

/** Of all that match, as the board counts them. */
function Totals({ totals, stages }: { totals: Board; stages: readonly string[] | undefined }) {
  const counted = totals.stages.filter(({ id }) => !stages || stages.includes(id));
  const sum = (of: "count" | "sum_minor" | "weighted_minor" | "without_amount" | "converted") =>
    counted.reduce((all, stage) => all + stage[of], 0);
  const money = (minor: number) => formatMoney(minor, totals.currency);
  return (
    <p className="flex flex-wrap gap-x-8 gap-y-1 border-t border-ink px-4 py-4 text-caption">
      <b className="font-[640]">
        {countOf(sum("count"), "deal")}, {money(sum("sum_minor"))}
      </b>
      <span className="text-muted">Weighted {money(sum("weighted_minor"))}</span>
      {sum("without_amount") > 0 && <span className="text-muted">{sum("without_amount")} without amount</span>}
      {sum("converted") > 0 && <span className="text-muted">{sum("converted")} converted</span>}
    </p>
  );
}
