// All tags: how often each is used, its color, renaming, merging, deleting.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { countOf } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { useRecordsContext } from "#app/records/records-context.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { TagChip } from "#app/records/tags/tag-chip.tsx";
import { type CountedTag, countedTagsQuery, useEditTag } from "#app/records/tags/tags-data.ts";
import { Button } from "#app/ui/button.tsx";
import { Menu } from "#app/ui/compact/menu.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { toast } from "#app/ui/toast.ts";
import { FailedPanel } from "../office/failed-panel.tsx";
import { Panel, Refused } from "../panel.tsx";
import { TagDialog } from "./tag-dialog.tsx";

type Opened = { what: "new" } | { what: "edit" | "merge" | "delete"; tag: CountedTag };

/** "2 accounts, 1 deal". */
function useUses() {
  const { entities } = useRecordsContext();
  return ({ uses }: CountedTag) =>
    Object.entries(uses)
      .map(([table, count]) => {
        const words = entities.find((entity) => entity.table === table);
        return countOf(count, words?.one ?? "record", words?.many ?? "records");
      })
      .join(", ") || "Not used";
}

export function Tags() {
  const tags = useQuery(countedTagsQuery);
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const usesOf = useUses();
  const all = tags.data ?? [];
  return (
    <Panel title="Tags" note="On companies, people, deals and documents. A tag is also made by typing it on a record.">
      <div className="grid gap-4">
        <div className="flex flex-wrap items-center gap-3">
          <span className="text-caption text-muted">{tags.data && countOf(all.length, "tag")}</span>
          <Button size="compact" icon="plus" className="ml-auto" onClick={() => setOpened({ what: "new" })}>
            Add tag
          </Button>
        </div>
        {tags.isPending && <LoadingRows rows={3} />}
        {tags.isError && <FailedPanel what="the tags" query={tags} />}
        {tags.data?.length === 0 && <p className="text-muted">No tags yet.</p>}
        {all.length > 0 && (
          <ul aria-label="Tags">
            {all.map((tag) => (
              <li
                key={tag.id}
                className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line py-1.5 last:border-0 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
              >
                <span className="min-w-0 *:max-w-full *:truncate">
                  <TagChip name={tag.name} color={tag.color} />
                </span>
                <span className="text-caption text-muted max-sm:col-start-1">{usesOf(tag)}</span>
                <span className="max-sm:col-start-2 max-sm:row-span-2 max-sm:row-start-1">
                  <Menu
                    label={`Actions of ${tag.name}`}
                    actions={[
                      { id: "edit", label: "Edit", icon: "edit", onAction: () => setOpened({ what: "edit", tag }) },
                      ...(all.length > 1
                        ? [
                            {
                              id: "merge",
                              label: "Merge into another",
                              icon: "stack" as const,
                              onAction: () => setOpened({ what: "merge", tag }),
                            },
                          ]
                        : []),
                      {
                        id: "delete",
                        label: "Delete",
                        icon: "trash",
                        danger: true,
                        onAction: () => setOpened({ what: "delete", tag }),
                      },
                    ]}
                  />
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
      {opened?.what === "new" && <TagDialog tag={null} onClose={close} />}
      {opened?.what === "edit" && <TagDialog tag={opened.tag} onClose={close} />}
      {opened?.what === "merge" && <MergeDialog tag={opened.tag} all={all} onClose={close} />}
      {opened?.what === "delete" && <DeleteDialog tag={opened.tag} onClose={close} />}
    </Panel>
  );
}

function MergeDialog({ tag, all, onClose }: { tag: CountedTag; all: readonly CountedTag[]; onClose: () => void }) {
  const others = all.filter(({ id }) => id !== tag.id);
  const [keep, setKeep] = useState(others[0]?.id ?? "");
  const edit = useEditTag();
  const usesOf = useUses();
  const into = others.find(({ id }) => id === keep);
  return (
    <FormDialog
      narrow
      onClose={onClose}
      busy={edit.isPending}
      title={`Merge ${tag.name}`}
      confirm={edit.isPending ? "Merging..." : "Merge tags"}
      onConfirm={() =>
        edit.mutate(
          { act: "merge", keep, gone: tag.id },
          {
            onSuccess: () => {
              toast({ title: `${tag.name} is ${into?.name} now` });
              onClose();
            },
          },
        )
      }
    >
      <div className="grid gap-4">
        <SelectField label="Into" size="compact" value={keep} onChange={(event) => setKeep(event.target.value)}>
          {others.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <p className="text-muted">
          What is tagged {tag.name} ({usesOf(tag).toLowerCase()}) will be tagged {into?.name}.
        </p>
        {edit.error && <Refused>{messageOf(edit.error)}</Refused>}
      </div>
    </FormDialog>
  );
}

function DeleteDialog({ tag, onClose }: { tag: CountedTag; onClose: () => void }) {
  const edit = useEditTag();
  const usesOf = useUses();
  return (
    <FormDialog
      narrow
      danger
      autofocus="keep"
      onClose={onClose}
      busy={edit.isPending}
      title={`Delete ${tag.name}?`}
      confirm={edit.isPending ? "Deleting..." : "Delete tag"}
      onConfirm={() =>
        edit.mutate(
          { act: "delete", tag: tag.id },
          {
            onSuccess: () => {
              toast({ title: `${tag.name} deleted` });
              onClose();
            },
          },
        )
      }
    >
      <p>{usesOf(tag) === "Not used" ? "Nothing has this tag." : `It is taken off: ${usesOf(tag)}.`}</p>
      {edit.error && <Refused>{messageOf(edit.error)}</Refused>}
    </FormDialog>
  );
}
