// Deals as rows: sorted, paged, selected, changed several at once, written to a file. Narrowed by the same filter as the board.
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { currentMillis } from "#domain/clock.ts";
import { formatMoney } from "#domain/money.ts";
import { may } from "#app/lib/access.ts";
import { countOf } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { ExportMenu } from "#app/records/export/export-menu.tsx";
import { PrintedSentence } from "#app/records/export/printed-sentence.tsx";
import { exportCsv } from "#app/records/csv/export-csv.ts";
import { ExportProgress } from "#app/records/csv/export-progress.tsx";
import { useRunningExport } from "#app/records/csv/running-exports.ts";
import { FilterBar } from "#app/records/filter/filter-bar.tsx";
import { FilterSentence } from "#app/records/filter/filter-sentence.tsx";
import { ColumnChooser } from "#app/records/list/column-chooser.tsx";
import { ListNotice } from "#app/records/list/list-notice.tsx";
import {
  type Changes,
  changeListView,
  filterChanges,
  nextSort,
  pagesOf,
  writeColumns,
} from "#app/records/list/list-view.ts";
import { Pager } from "#app/records/list/pager.tsx";
import { RecordTable } from "#app/records/list/record-table.tsx";
import { useSelection } from "#app/records/list/selection.ts";
import { useAddress } from "#app/records/list/use-address.ts";
import { useListCount } from "#app/records/list/use-list-count.ts";
import { useKeepList } from "#app/records/page/opened-list.ts";
import { useEntitiesReady, useEntity } from "#app/records/own-fields.ts";
import { listQuery } from "#app/records/record-lists.ts";
import { useSavedView, ViewChanges, ViewMenu } from "#app/records/views/view-bar.tsx";
import { Art } from "#app/ui/art.tsx";
import { Button } from "#app/ui/button.tsx";
import { PartFailure } from "#app/ui/compact/part-failure.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { BoardLoading } from "../board/board-loading.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { deal } from "../deal.ts";
import { dealCells } from "../deal-cells.tsx";
import { type DealFilter, isFiltered } from "../deal-filter.ts";
import type { Board, Stage } from "../board/board.ts";
import { officeTodayQuery } from "../deals-data.ts";
import { listFilterOf, readDealsView } from "./deals-list-data.ts";

/** These stand above board and list alike. */
const above = ["account_id", "stage_id", "owner_id", "service_line", "amount_minor", "currency"];

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
  const entity = useEntity(deal);
  const ready = useEntitiesReady();
  const { params, edit } = useAddress();
  const narrowedTo = listFilterOf(params, filter, stages);
  const { listed, asked: view } = readDealsView(params, narrowedTo, entity);
  const list = useQuery({ ...listQuery(entity, view), enabled: ready && stages.length > 0 });
  const rows = list.data?.rows ?? [];
  const today = useQuery(officeTodayQuery).data ?? "";
  const [now] = useState(currentMillis);
  const selection = useSelection(
    view,
    rows.map(({ id, name }) => ({ id, title: String(name) })),
  );
  const change = (changes: Changes, replace = false) =>
    edit((address) => changeListView(address, changes), { replace, preventScrollReset: replace });
  const views = useSavedView({ entity: deal, view: listed, params, onChange: change });
  const cells = useMemo(() => dealCells(stages, today, now), [stages, today, now]);
  const exporting = useRunningExport(deal.table) !== undefined;
  const known = useListCount(deal, view, list);
  const count = known ?? 0;
  const narrowed = view.filter.parts.length > 0;
  useKeepList(entity, view, list.isPlaceholderData ? [] : rows, known ?? null);
  if (list.isPending) return <BoardLoading list />;
  return (
    <section aria-label="Deals" aria-busy={list.isFetching} className={panelClass}>
      <div data-list-tools="" className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2.5">
        <FilterBar
          entity={entity}
          filter={view.filter}
          except={above}
          onChange={(next) =>
            change(filterOnly(filterChanges(entity, next)), next.parts.length === view.filter.parts.length)
          }
        />
        <ViewMenu views={views} entity={entity} />
        <ColumnChooser
          entity={entity}
          view={view}
          onChange={(columns) => change({ columns: writeColumns(columns), page: view.page })}
        />
        {may("deals", "export") && (
          <span className="inline-flex gap-1">
            <Button
              variant="line"
              size="compact"
              icon="download"
              className="max-sm:min-h-10.5"
              disabled={count === 0 || exporting || list.isPlaceholderData}
              onClick={() => void exportCsv(entity, view, { all: count })}
            >
              Export CSV
            </Button>
            <ExportMenu entity={deal} view={view} what={{ all: count }} disabled={count === 0 || exporting} />
          </span>
        )}
        <output className="ml-auto text-caption text-muted">{known !== undefined && countOf(known, "deal")}</output>
      </div>
      {(narrowed || views.saved || views.isChanged) && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-3 py-2 empty:hidden print:hidden">
          <FilterSentence entity={deal} view={view} />
          <ViewChanges views={views} entity={deal} onChange={change} />
        </div>
      )}
      <PrintedSentence {...{ entity, view }} first={rows[0]} />
      <ExportProgress entity={deal} />
      <BulkBar
        {...{ entity, view, selection, count, stages, exporting }}
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
          <RecordTable
            entity={entity}
            {...{ rows, view, selection, cells, onEdit }}
            stale={list.isPlaceholderData || list.isError}
            onSort={(column) => change({ sort: nextSort(view, column) })}
            onColumns={(columns) => change({ columns: writeColumns(columns), page: view.page }, true)}
          />
          {totals && !narrowed && <Totals totals={totals} stages={narrowedTo.stage} />}
        </>
      ) : isFiltered(filter) || narrowed || view.page > 1 ? (
        <EmptyState title="No deals match">
          <Button
            variant="line"
            size="compact"
            onClick={() => {
              onClear();
              change({ expected_close: null, closed_on: null, filter: null, match: null });
            }}
          >
            Clear filters
          </Button>
        </EmptyState>
      ) : (
        <EmptyState art={<Art name="still" />} title="No open deals">
          <p className="max-w-104 text-muted">A deal begins when an inquiry asks for work, or when you add one here.</p>
          {may("deals", "add") && (
            <Button size="compact" icon="plus" onClick={onNew}>
              New Deal
            </Button>
          )}
        </EmptyState>
      )}
      {pagesOf(count, view.size) > 1 && rows.length > 0 && (
        <Pager view={view} count={count} onChange={(to) => change(to)} />
      )}
    </section>
  );
}

/** Owner, stage and the like are parameters that board and list share: a change of the other filters leaves them. */
const filterOnly = ({ filter, match, expected_close, closed_on }: Changes): Changes => ({
  filter: filter ?? null,
  match: match ?? null,
  expected_close: expected_close ?? null,
  closed_on: closed_on ?? null,
});

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
