import { useMutation } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import type { Entity } from "#domain/entity.ts";
import { may } from "#app/lib/access.ts";
import { countOf } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { Button } from "#app/ui/button.tsx";
import { toast } from "#app/ui/toast.ts";
import { useShortcut } from "#app/ui/use-shortcut.ts";
import { BulkEditButton } from "../bulk/bulk-edit-dialog.tsx";
import { ExportMenu } from "../export/export-menu.tsx";
import { exportCsv } from "../csv/export-csv.ts";
import { type SelectionAction, useRecordsContext } from "../records-context.ts";
import type { Doomed } from "../dialog/delete-records.tsx";
import { readAllIds } from "../record-lists.ts";
import { TagButton } from "../tags/tag-selection.tsx";
import type { ListView } from "./list-view.ts";
import type { Selection } from "./selection.ts";

/** What can be done with the selected records, and how to select all that match. */
export function SelectionBar({
  entity,
  view,
  count,
  shown,
  selection,
  exporting,
  onDelete,
}: {
  entity: Entity;
  view: ListView;
  /** How many match. */
  count: number;
  /** How many of them are on this page. */
  shown: number;
  selection: Selection;
  exporting: boolean;
  onDelete: (doomed: Doomed) => void;
}) {
  const { all, selected } = selection;
  const chosen = all ? count : selected.size;
  const { listActionsOf } = useRecordsContext();
  const [acting, setActing] = useState<{ action: SelectionAction; ids: readonly string[] } | null>(null);
  const gather = useMutation({
    mutationFn: (_then: (ids: string[]) => void) => readAllIds(entity, view, new AbortController().signal),
    onSuccess: (ids, then) => then(ids),
    onError: (error) => toast({ title: `Failed to load ${entity.many}`, text: messageOf(error), tone: "danger" }),
  });
  if (chosen === 0) return null;
  const remove = () => {
    if (all) return gather.mutate((ids) => onDelete({ ids, name: null }));
    onDelete({ ids: [...selected.keys()], name: [...selected.values()][0] ?? null });
  };
  const act = (action: SelectionAction) => {
    if (all) return gather.mutate((ids) => setActing({ action, ids }));
    setActing({ action, ids: [...selected.keys()] });
  };
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line bg-nil px-3 py-2">
      <output className="font-semibold">
        {all ? "All " : ""}
        {countOf(chosen, entity.one, entity.many)} selected
      </output>
      {!all && shown < count && selected.size >= shown && (may(entity.area, "export") || may(entity.area, "edit")) && (
        <Button variant="line" size="compact" onClick={selection.selectAll}>
          Select all {countOf(count, entity.one, entity.many)} that match
        </Button>
      )}
      {may(entity.area, "export") && (
        <Button
          variant="line"
          size="compact"
          disabled={exporting}
          onClick={() => void exportCsv(entity, view, all ? { all: count } : { ids: [...selected.keys()] })}
        >
          Export selected
        </Button>
      )}
      {may(entity.area, "edit") && (
        <BulkEditButton
          entity={entity}
          disabled={gather.isPending}
          gather={(then) => (all ? gather.mutate(then) : then([...selected.keys()]))}
        />
      )}
      {entity.fields["tags"] && may(entity.area, "edit") && (
        <TagButton
          kind={entity.table}
          words={entity}
          disabled={gather.isPending}
          gather={(then) => (all ? gather.mutate(then) : then([...selected.keys()]))}
        />
      )}
      {may(entity.area, "export") && (
        <ExportMenu
          entity={entity}
          view={view}
          what={all ? { all: count } : { ids: [...selected.keys()] }}
          disabled={exporting}
        />
      )}
      {listActionsOf(entity.table).map((action) => (
        <ActionButton key={action.key} action={action} disabled={gather.isPending} onAct={() => act(action)} />
      ))}
      {may(entity.area, "delete") && (
        <Button variant="danger" size="compact" disabled={gather.isPending} onClick={remove}>
          {gather.isPending ? "Loading..." : "Delete selected"}
        </Button>
      )}
      <Button variant="line" size="compact" onClick={selection.clear}>
        Clear selection
      </Button>
      <Suspense>{acting && <acting.action.Part ids={acting.ids} onClose={() => setActing(null)} />}</Suspense>
    </div>
  );
}

/** By its button or its key. */
export function ActionButton({
  action: { label, shortcut },
  disabled,
  onAct,
}: {
  action: SelectionAction;
  disabled: boolean;
  onAct: () => void;
}) {
  return (
    <>
      {shortcut && <ActionKey letter={shortcut} onPress={onAct} />}
      <Button variant="line" size="compact" disabled={disabled} title={shortcut?.toUpperCase()} onClick={onAct}>
        {label}
      </Button>
    </>
  );
}

function ActionKey({ letter, onPress }: { letter: string; onPress: () => void }) {
  useShortcut(letter, onPress);
  return null;
}
