// What can be done with the selected deals: owner, stage, archive, a file.
import { useMutation, useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import type { Entity } from "#domain/entity.ts";
import { may } from "#app/lib/access.ts";
import { countOf } from "#app/lib/formats.ts";
import { staffQuery } from "#app/lib/office.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { BulkEditButton } from "#app/records/bulk/bulk-edit-dialog.tsx";
import { exportCsv } from "#app/records/csv/export-csv.ts";
import type { ListView } from "#app/records/list/list-view.ts";
import { ActionButton } from "#app/records/list/selection-bar.tsx";
import type { Selection } from "#app/records/list/selection.ts";
import { type SelectionAction, useRecordsContext } from "#app/records/records-context.ts";
import { readAllIds } from "#app/records/record-lists.ts";
import { TagButton } from "#app/records/tags/tag-selection.tsx";
import { Button } from "#app/ui/button.tsx";
import { Menu } from "#app/ui/compact/menu.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { toast } from "#app/ui/toast.ts";
import { deal } from "../deal.ts";
import type { Stage } from "../board/board.ts";
import { useBulkActions } from "./deals-list-data.ts";
import { LostDialog } from "../moves/lost-dialog.tsx";

const lineButton =
  "inline-flex min-h-8.5 items-center gap-1.5 rounded-1 rounded-br-turn-sm border border-control px-3 text-caption font-semibold hover:border-ink hover:bg-shade";

export function BulkBar({
  entity,
  view,
  selection,
  count,
  shown,
  stages,
  exporting,
  archived,
}: {
  entity: Entity;
  view: ListView;
  selection: Selection;
  /** How many match, and how many of them are on this page. */
  count: number;
  shown: number;
  stages: readonly Stage[];
  exporting: boolean;
  archived: boolean;
}) {
  const staff = useQuery(staffQuery).data ?? [];
  const actions = useBulkActions();
  const [losing, setLosing] = useState<{ ids: readonly string[]; to: Stage } | null>(null);
  const { listActionsOf } = useRecordsContext();
  const [acting, setActing] = useState<{ action: SelectionAction; ids: readonly string[] } | null>(null);
  const { all, selected } = selection;
  const chosen = all ? count : selected.size;
  const gather = useMutation({
    mutationFn: async (act: (ids: readonly string[]) => void) =>
      act(all ? await readAllIds(entity, view, new AbortController().signal) : [...selected.keys()]),
    onError: (error) => toast({ title: "Failed to load deals", text: messageOf(error), tone: "danger" }),
  });
  const withIds = (act: (ids: readonly string[]) => void) => gather.mutate(act);
  const moveTo = (to: Stage) =>
    withIds((ids) => {
      if (to.kind === "lost") return setLosing({ ids, to });
      actions.move({ ids, to }, { onSuccess: selection.clear });
    });
  if (chosen === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line bg-nil px-3 py-2">
      <output className="font-semibold">
        {all ? "All " : ""}
        {countOf(chosen, "deal")} selected
      </output>
      {!all && shown < count && selected.size >= shown && (
        <Button variant="line" size="compact" onClick={selection.selectAll}>
          Select all {countOf(count, "deal")} that match
        </Button>
      )}
      {may(entity.area, "edit") && <BulkEditButton entity={entity} disabled={gather.isPending} gather={withIds} />}
      <TagButton kind="deals" words={deal} disabled={gather.isPending} gather={withIds} />
      <Menu
        label="Change owner of the selected deals"
        className={lineButton}
        trigger={<Named icon="user" words="Owner" />}
        actions={[
          ...staff
            .filter(({ active }) => active)
            .map(({ user_id, name }) => ({
              id: user_id,
              label: name,
              onAction: () =>
                withIds((ids) => actions.assign({ ids, owner: user_id, name }, { onSuccess: selection.clear })),
            })),
          {
            id: "none",
            label: "Nobody",
            onAction: () =>
              withIds((ids) => actions.assign({ ids, owner: null, name: "nobody" }, { onSuccess: selection.clear })),
          },
        ]}
      />
      <Menu
        label="Move the selected deals"
        className={lineButton}
        trigger={<Named icon="deal" words="Stage" />}
        actions={stages.map((stage) => ({
          id: stage.id,
          label: stage.kind === "lost" ? `${stage.name}...` : stage.name,
          ...(stage.kind === "lost" && { danger: true as const }),
          onAction: () => moveTo(stage),
        }))}
      />
      <Button
        variant="line"
        size="compact"
        icon="folder"
        disabled={gather.isPending}
        onClick={() =>
          withIds((ids) => actions.archive({ ids, archive: !archived }, { onSuccess: () => selection.clear() }))
        }
      >
        {archived ? "Restore" : "Archive"}
      </Button>
      {listActionsOf(deal.table).map((action) => (
        <ActionButton
          key={action.key}
          action={action}
          disabled={gather.isPending}
          onAct={() => withIds((ids) => setActing({ action, ids }))}
        />
      ))}
      <Button
        variant="line"
        size="compact"
        disabled={exporting}
        onClick={() => void exportCsv(entity, view, all ? { all: count } : { ids: [...selected.keys()] })}
      >
        Export selected
      </Button>
      <Button variant="line" size="compact" onClick={selection.clear}>
        Clear selection
      </Button>
      <Suspense>{acting && <acting.action.Part ids={acting.ids} onClose={() => setActing(null)} />}</Suspense>
      {losing && (
        <LostDialog
          names={`${countOf(losing.ids.length, "deal")} get the same reason.`}
          onClose={() => setLosing(null)}
          onLost={(close) => {
            actions.move({ ...losing, close }, { onSuccess: selection.clear });
            setLosing(null);
          }}
        />
      )}
    </div>
  );
}

const Named = ({ icon, words }: { icon: "user" | "deal"; words: string }) => (
  <>
    <Icon name={icon} className="size-4" />
    {words}
    <Icon name="chevron" className="size-3.5" />
  </>
);
