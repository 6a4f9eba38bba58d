// A list of records: find, filter, sort, page, select, export, delete. Its state is in the URL, except the selection.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { listFields } from "#domain/computed-fields.ts";
import { capitalised, type Entity } from "#domain/entity.ts";
import { shapeOf } from "#domain/filter.ts";
import { may } from "#app/lib/access.ts";
import { countOf } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { Art } from "#app/ui/art.tsx";
import { Button } from "#app/ui/button.tsx";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { toast } from "#app/ui/toast.ts";
import { useShortcut } from "#app/ui/use-shortcut.ts";
import { exportCsv } from "../csv/export-csv.ts";
import { ExportProgress } from "../csv/export-progress.tsx";
import { useRunningExport } from "../csv/running-exports.ts";
import { ExportMenu } from "../export/export-menu.tsx";
import { PrintedSentence } from "../export/printed-sentence.tsx";
import type { Doomed } from "../dialog/delete-records.tsx";
import { titleOf, withArticle } from "../entity.ts";
import { useEntity } from "../own-fields.ts";
import { archivedCountQuery, listQuery } from "../record-lists.ts";
import { FilterBar } from "../filter/filter-bar.tsx";
import { FilterSentence } from "../filter/filter-sentence.tsx";
import { useSavedView, ViewChanges, ViewMenu } from "../views/view-bar.tsx";
import { ColumnChooser } from "./column-chooser.tsx";
import { useKeepList } from "../page/opened-list.ts";
import { FindField } from "./find-field.tsx";
import { ListNotice } from "./list-notice.tsx";
import {
  type Changes,
  changeListView,
  filterChanges,
  isNarrowed,
  type ListView,
  nextSort,
  pagesOf,
  readListView,
  withoutNarrowing,
  writeColumns,
} from "./list-view.ts";
import { LoadingRows } from "./loading-rows.tsx";
import { Pager } from "./pager.tsx";
import { RecordTable } from "./record-table.tsx";
import { useSelection } from "./selection.ts";
import { SelectionBar } from "./selection-bar.tsx";
import { useAddress } from "./use-address.ts";
import { useListCount } from "./use-list-count.ts";

interface RecordListProps {
  entity: Entity;
  onNew: () => void;
  onEdit: (id: string) => void;
  onDelete: (doomed: Doomed, whenDone: () => void) => void;
}

export function RecordList({ entity: given, onNew, onEdit, onDelete }: RecordListProps) {
  const entity = useEntity(given);
  const { params, edit } = useAddress();
  const view = readListView(params, entity);
  const list = useQuery(listQuery(entity, view));
  const change = (changes: Changes, replace = false) =>
    edit((address) => changeListView(address, changes), { replace, preventScrollReset: replace });
  const views = useSavedView({ entity, view, params, onChange: change });
  const setColumns = (columns: Parameters<typeof writeColumns>[0], replace = false) =>
    change({ columns: writeColumns(columns), page: view.page }, replace);
  const exporting = useRunningExport(entity.table) !== undefined;
  useShortcut("n", () => may(entity.area, "add") && onNew());
  const region = useRef<HTMLElement>(null);
  // The button that asked went with its row; who works by keyboard goes on from the list, not from the top of the page.
  const keepFocus = () => {
    if (document.activeElement === document.body) region.current?.focus();
  };

  const failed = list.isError;
  useEffect(() => {
    if (failed) toast({ title: `Failed to load ${entity.many}`, tone: "danger" });
  }, [failed, entity]);

  const rows = list.data?.rows ?? [];
  const selection = useSelection(
    view,
    rows.map((row) => ({ id: row.id, title: titleOf(entity, row) })),
  );
  const old = list.isPlaceholderData;
  const count = useListCount(entity, view, list);
  useKeepList(entity, view, old ? [] : rows, count ?? null);
  const narrowed = isNarrowed(view);
  const removeOne = (doomed: Doomed) =>
    onDelete(doomed, () => {
      selection.mark(
        doomed.ids.map((id) => ({ id, title: "" })),
        false,
      );
      keepFocus();
    });
  const removeSelected = (doomed: Doomed) =>
    onDelete(doomed, () => {
      selection.clear();
      setTimeout(keepFocus);
    });

  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-label={capitalised(entity.many)}
      aria-busy={list.isFetching}
      className={`${panelClass} outline-none`}
    >
      <div data-list-tools="" className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2.5">
        <FindField
          label={`Find ${withArticle(entity.one)}`}
          value={view.search}
          onFind={(term) => change({ search: term }, true)}
        />
        <FilterBar
          entity={entity}
          filter={view.filter}
          // Typing goes on in one entry of the browser's history.
          onChange={(filter) => change(filterChanges(entity, filter), filter.parts.length === view.filter.parts.length)}
        />
        <ArchivedSwitch
          entity={entity}
          on={view.archived === true}
          onSwitch={(on) => change({ archived: on ? 1 : null })}
        />
        <ViewMenu views={views} entity={entity} />
        <ColumnChooser entity={entity} view={view} onChange={(columns) => setColumns(columns)} />
        {may(entity.area, "export") && (
          <span className="inline-flex gap-1">
            <Button
              variant="line"
              size="compact"
              icon="download"
              className="max-sm:min-h-10.5"
              disabled={!count || exporting || old}
              onClick={() => count && void exportCsv(entity, view, { all: count })}
            >
              Export CSV
            </Button>
            <ExportMenu entity={entity} view={view} what={{ all: count ?? 0 }} disabled={!count || exporting || old} />
          </span>
        )}
        <output className="ml-auto text-caption text-muted">
          {count !== undefined && !old && `${countOf(count, entity.one, entity.many)}, ${orderOf(entity, view)}`}
        </output>
      </div>
      {(view.filter.parts.length > 0 || views.saved || views.isChanged || view.columns) && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-3 py-2 empty:hidden print:hidden">
          <FilterSentence entity={entity} view={view} />
          <ViewChanges views={views} entity={entity} onChange={change} />
        </div>
      )}
      <PrintedSentence {...{ entity, view }} first={rows[0]} />
      <ExportProgress entity={entity} />
      <SelectionBar
        {...{ entity, view, selection, exporting }}
        count={count ?? 0}
        shown={rows.length}
        onDelete={removeSelected}
      />
      {list.data && (
        <ListNotice
          many={entity.many}
          old={old}
          failure={list.failureReason ? messageOf(list.failureReason) : null}
          failed={failed}
          readAt={list.dataUpdatedAt}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.isPending ? (
        <LoadingRows />
      ) : failed && !list.data ? (
        <FailedRow what={entity.many} why={messageOf(list.error)} onRetry={() => void list.refetch()} />
      ) : rows.length > 0 ? (
        <RecordTable
          entity={entity}
          rows={rows}
          view={view}
          selection={selection}
          stale={old || failed}
          onSort={(column) => change({ sort: nextSort(view, column) })}
          onColumns={(columns) => setColumns(columns, true)}
          onEdit={onEdit}
          onDelete={removeOne}
        />
      ) : narrowed || view.page > 1 ? (
        <EmptyState title={narrowed ? `No ${entity.many} match` : "There is no such page"}>
          <Button variant="line" size="compact" onClick={() => change(withoutNarrowing(entity))}>
            Show all {entity.many}
          </Button>
        </EmptyState>
      ) : (
        <EmptyState art={<Art name="still" />} title={`No ${entity.many} yet. Create your first one!`}>
          {entity.comesFrom && <p className="max-w-96 text-muted">{entity.comesFrom}</p>}
          {may(entity.area, "add") && (
            <Button size="compact" icon="plus" onClick={onNew}>
              New {capitalised(entity.one)}
            </Button>
          )}
        </EmptyState>
      )}
      {count !== undefined && pagesOf(count, view.size) > 1 && rows.length > 0 && (
        <Pager view={view} count={count} onChange={(to) => change(to)} />
      )}
    </section>
  );
}

/** "newest first", "by name", "by company, Z to A". */
function orderOf(entity: Entity, view: ListView): string {
  if (view.sort === "created_at") return view.descending ? "newest first" : "oldest first";
  const field = listFields(entity)[view.sort];
  const column = (field?.column ?? field?.label ?? view.sort).toLowerCase();
  const shape = field && shapeOf(field);
  const down =
    shape === "amount" ? ", highest first" : shape === "day" || shape === "moment" ? ", latest first" : ", Z to A";
  return `by ${column}${view.descending ? down : ""}`;
}

/** Only where something is archived. */
function ArchivedSwitch({ entity, on, onSwitch }: { entity: Entity; on: boolean; onSwitch: (on: boolean) => void }) {
  const archived = useQuery({ ...archivedCountQuery(entity), enabled: entity.archives !== undefined });
  if (!on && !archived.data) return null;
  return (
    <Button
      variant="line"
      size="compact"
      aria-pressed={on}
      className="aria-pressed:bg-nil"
      onClick={() => onSwitch(!on)}
    >
      Archived {archived.data}
    </Button>
  );
}
