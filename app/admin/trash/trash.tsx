// What was deleted or merged in the last thirty days: who did it and when, what went with it, and the way back.
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { PageHead, panelClass } from "#app/admin/shell/page-head.tsx";
import { countOf } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { ChoiceFilter } from "#app/records/filter/choice-filter.tsx";
import { FindField } from "#app/records/list/find-field.tsx";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { useAddress } from "#app/records/list/use-address.ts";
import { Art } from "#app/ui/art.tsx";
import { Button } from "#app/ui/button.tsx";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { FieldError } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { type Deletion, trashKindsQuery, trashQuery, usePurgeDeletions, useRestoreDeleted } from "./trash-data.ts";
import { TrashRow } from "./trash-row.tsx";
import { kindName, nameOf } from "./trash-words.ts";

export default function Trash() {
  const { params, change } = useAddress();
  const kind = params.get("kind") ?? "";
  const term = params.get("find") ?? "";
  const trash = useInfiniteQuery(trashQuery(kind, term));
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [purging, setPurging] = useState<readonly Deletion[]>([]);
  const restore = useRestoreDeleted();
  const rows = trash.data?.pages.flat() ?? [];
  const chosen = rows.filter(({ id }) => selected.has(id));
  const select = (id: string, on: boolean) =>
    setSelected((before) => new Set(on ? [...before, id] : [...before].filter((each) => each !== id)));
  const isNarrowed = kind !== "" || term !== "";

  return (
    <>
      <PageHead title="Trash" note="What was deleted or merged stays here for 30 days." />
      <section aria-label="Trash" aria-busy={trash.isFetching} className={panelClass}>
        <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2.5">
          <FindField label="Find in the trash" value={term} onFind={(find) => change({ find: find || null }, true)} />
          <KindFilter value={kind} onChoose={(next) => change({ kind: next || null })} />
        </div>
        {chosen.length > 0 && (
          <div className="flex flex-wrap items-center gap-2 border-b border-line bg-nil px-3 py-2">
            <output className="font-semibold">{countOf(chosen.length, "entry", "entries")} selected</output>
            <Button
              variant="line"
              size="compact"
              disabled={restore.isPending}
              onClick={() => restore.mutate({ deletions: chosen.map(({ id }) => id) })}
            >
              Restore selected
            </Button>
            <Button variant="danger" size="compact" onClick={() => setPurging(chosen)}>
              Delete selected for good
            </Button>
            <Button variant="line" size="compact" onClick={() => setSelected(new Set())}>
              Clear selection
            </Button>
          </div>
        )}
        {trash.isPending ? (
          <LoadingRows />
        ) : trash.isError && rows.length === 0 ? (
          <FailedRow what="the trash" why={messageOf(trash.error)} onRetry={() => void trash.refetch()} />
        ) : rows.length > 0 ? (
          <ul aria-label="Deleted records">
            {rows.map((row) => (
              <TrashRow
                key={row.id}
                row={row}
                checked={selected.has(row.id)}
                busy={restore.isPending}
                now={new Date(trash.dataUpdatedAt)}
                onSelect={(on) => select(row.id, on)}
                onRestore={(what) => restore.mutate(what)}
                onPurge={() => setPurging([row])}
              />
            ))}
          </ul>
        ) : isNarrowed ? (
          <EmptyState title="Nothing in the trash matches">
            <Button variant="line" size="compact" onClick={() => change({ kind: null, find: null })}>
              Show everything
            </Button>
          </EmptyState>
        ) : (
          <EmptyState art={<Art name="still" />} title="The trash is empty.">
            <p className="text-muted">What you delete can be restored from here for 30 days.</p>
          </EmptyState>
        )}
        {trash.hasNextPage && (
          <div className="grid justify-items-center border-t border-line px-3 py-2.5">
            <Button
              variant="line"
              size="compact"
              disabled={trash.isFetchingNextPage}
              onClick={() => void trash.fetchNextPage()}
            >
              {trash.isFetchingNextPage ? "Loading..." : "Show more"}
            </Button>
          </div>
        )}
      </section>
      {purging.length > 0 && (
        <PurgeDialog rows={purging} onClose={() => setPurging([])} onPurged={() => setSelected(new Set())} />
      )}
    </>
  );
}

function KindFilter({ value, onChoose }: { value: string; onChoose: (kind: string) => void }) {
  const kinds = useQuery(trashKindsQuery).data ?? [];
  return (
    <ChoiceFilter
      label="Kind"
      value={value}
      choices={kinds.map(({ kind, record_type }) => [kind, kindName(record_type)] as const)}
      onChange={onChoose}
    />
  );
}

function PurgeDialog({
  rows,
  onClose,
  onPurged,
}: {
  rows: readonly Deletion[];
  onClose: () => void;
  onPurged: () => void;
}) {
  const purge = usePurgeDeletions();
  const [first] = rows;
  const what = rows.length === 1 && first ? nameOf(first) : countOf(rows.length, "entry", "entries");
  return (
    <FormDialog
      narrow
      title="Delete for good?"
      confirm={purge.isPending ? "Deleting..." : "Delete for good"}
      danger
      autofocus="keep"
      busy={purge.isPending}
      onClose={onClose}
      onConfirm={() =>
        purge.mutate(
          rows.map(({ id }) => id),
          {
            onSuccess: () => {
              onPurged();
              onClose();
            },
          },
        )
      }
    >
      <p className="wrap-anywhere">
        <b dir="auto">{what}</b>, with everything that was deleted along and the files of its documents, is removed now.
        This cannot be undone.
      </p>
      {purge.isError && (
        <div role="alert" className="mt-3">
          <FieldError>{messageOf(purge.error)}</FieldError>
        </div>
      )}
    </FormDialog>
  );
}
