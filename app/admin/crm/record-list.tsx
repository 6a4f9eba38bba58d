// A list of records: find, filter, sort, page, select, export, delete. Its state is in the URL, except the selection.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { panelClass } from "#app/admin/shell/page-head.tsx";
import { useShortcut } from "#app/admin/shell/shortcuts.ts";
import { countOf } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { Art } from "#app/ui/art.tsx";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { toast } from "#app/ui/toast.ts";
import { exportCsv } from "./csv/export-csv.ts";
import { ExportProgress } from "./csv/export-progress.tsx";
import { useRunningExport } from "./csv/running-exports.ts";
import { type CrmRecord, capitalised, type Entity } from "./entity.ts";
import { FindField, ListToolbar, TypeFilter } from "./list-toolbar.tsx";
import { changeListView, type ListView, nextSort, pagesOf, readListView } from "./list-view.ts";
import { LoadingRows } from "./loading-rows.tsx";
import { Pager } from "./pager.tsx";
import { foundCountQuery, listQuery } from "./record-lists.ts";
import { RecordTable } from "./record-table.tsx";
import { useAddress } from "./use-address.ts";

interface RecordListProps {
  entity: Entity;
  onNew: () => void;
  onEdit: (record: CrmRecord) => void;
  onDelete: (records: CrmRecord[], whenDone: () => void) => void;
  /** Beside the find field. */
  filters?: ReactNode;
}

export function RecordList({ entity, onNew, onEdit, onDelete, filters }: RecordListProps) {
  const [params, changeAddress] = useAddress();
  const view = readListView(params, entity.fields);
  const list = useQuery(listQuery(entity, view));
  const [selected, setSelected] = useState<ReadonlyMap<string, CrmRecord>>(new Map());
  const change = (changes: Record<string, string | number | null>, replace = false) =>
    changeAddress((address) => changeListView(address, changes), { replace, preventScrollReset: replace });
  const exporting = useRunningExport(entity.table) !== undefined;
  useShortcut("n", onNew);
  const region = useRef<HTMLElement>(null);
  // The button that asked went with its row; who works by keyboard goes on from the list, not from the top of the page.
  const keepFocus = () => {
    if (document.activeElement === document.body) region.current?.focus();
  };

  const failed = list.isError;
  useEffect(() => {
    if (failed) toast({ title: `Failed to load ${entity.many}`, tone: "danger" });
  }, [failed, entity]);

  const select = (rows: CrmRecord[], on: boolean) =>
    setSelected((old) => {
      const next = new Map(old);
      for (const row of rows) {
        if (on) next.set(row.id, row);
        else next.delete(row.id);
      }
      return next;
    });
  const rows = list.data?.rows ?? [];
  const uncounted = list.data?.count === null && !list.isPlaceholderData;
  const counted = useQuery({ ...foundCountQuery(entity, view), enabled: uncounted });
  // Unknown for a moment when a search finds more than a page: its rows come first, their number after.
  const count = list.data?.count ?? (uncounted ? counted.data : undefined);
  const narrowed = view.search !== "" || view.type !== "" || view.account !== "";

  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-label={capitalised(entity.many)}
      aria-busy={list.isFetching}
      className={`${panelClass} outline-none`}
    >
      <ListToolbar
        count={count === undefined ? "" : `${countOf(count, entity.one, entity.many)}, ${orderOf(entity, view)}`}
      >
        <FindField
          label={`Find ${/^[aeiou]/.test(entity.one) ? "an" : "a"} ${entity.one}`}
          value={view.search}
          onFind={(term) => change({ search: term }, true)}
        />
        {entity.fields.type?.choices && (
          <TypeFilter choices={entity.fields.type.choices} value={view.type} onChange={(type) => change({ type })} />
        )}
        {filters}
        <Button
          variant="line"
          size="desk"
          icon="download"
          className="max-sm:min-h-10.5"
          disabled={!count || exporting}
          onClick={() => count && void exportCsv(entity, view, { all: count })}
        >
          Export CSV
        </Button>
      </ListToolbar>
      <ExportProgress entity={entity} />
      {selected.size > 0 && (
        <div className="flex flex-wrap items-center gap-2 border-b border-line bg-nil px-3 py-2">
          <output className="font-semibold">{countOf(selected.size, entity.one, entity.many)} selected</output>
          <Button
            variant="line"
            size="desk"
            disabled={exporting}
            onClick={() => void exportCsv(entity, view, { ids: [...selected.keys()] })}
          >
            Export selected
          </Button>
          <Button
            variant="danger"
            size="desk"
            onClick={() =>
              onDelete([...selected.values()], () => {
                setSelected(new Map());
                setTimeout(keepFocus);
              })
            }
          >
            Delete selected
          </Button>
          <Button variant="line" size="desk" onClick={() => setSelected(new Map())}>
            Clear selection
          </Button>
        </div>
      )}
      {list.isPending ? (
        <LoadingRows />
      ) : failed && !list.data ? (
        <EmptyState title={`Failed to load ${entity.many}`}>
          <p className="text-muted">{messageOf(list.error)}</p>
          <Button variant="line" size="desk" onClick={() => void list.refetch()}>
            Try again
          </Button>
        </EmptyState>
      ) : rows.length > 0 ? (
        <RecordTable
          entity={entity}
          rows={rows}
          view={view}
          selected={new Set(selected.keys())}
          onSelect={(ids, on) =>
            select(
              rows.filter((row) => ids.includes(row.id)),
              on,
            )
          }
          onSort={(column) => change({ sort: nextSort(view, column) })}
          onEdit={onEdit}
          onDelete={(record) =>
            onDelete([record], () => {
              select([record], false);
              keepFocus();
            })
          }
        />
      ) : narrowed || view.page > 1 ? (
        <EmptyState title={narrowed ? `No ${entity.many} match` : "There is no such page"}>
          <Button
            variant="line"
            size="desk"
            onClick={() => change({ search: null, type: null, account: null, page: null })}
          >
            Show all {entity.many}
          </Button>
        </EmptyState>
      ) : (
        <EmptyState art={<Art name="still" />} title={`No ${entity.many} yet. Create your first one!`}>
          <Button size="desk" icon="plus" onClick={onNew}>
            New {capitalised(entity.one)}
          </Button>
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
  const column = entity.fields[view.sort]?.column?.toLowerCase() ?? view.sort;
  return `by ${column}${view.descending ? ", Z to A" : ""}`;
}
