// The tags of one record, each with the way to take it off, and the way to add one.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { TableName } from "#domain/table-name.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { formatNumber } from "#app/lib/formats.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { toast } from "#app/ui/toast.ts";
import { tagsQuery } from "../own-fields.ts";
import { AddTag } from "./add-tag.tsx";
import { TagChip } from "./tag-chip.tsx";
import { type TagChange, useTagRecords } from "./tags-data.ts";

/** More than these are folded: a head that is all tags hides the record. */
const mostShown = 8;

export function TagChips({
  kind,
  id,
  names,
  isFixed = false,
}: {
  kind: TableName;
  id: string;
  names: readonly string[];
  /** Only shown. */
  isFixed?: boolean;
}) {
  const tags = useQuery(tagsQuery).data ?? [];
  const change = useTagRecords();
  const [unfolded, setUnfolded] = useState(false);
  const shown = unfolded || names.length <= mostShown + 1 ? names : names.slice(0, mostShown);
  const send = (changes: Omit<TagChange, "kind" | "ids">) =>
    change.mutate(
      { kind, ids: [id], ...changes },
      { onError: (error) => toast({ title: "The tags were not changed", text: messageOf(error), tone: "danger" }) },
    );
  return (
    <fieldset aria-label="Tags" aria-busy={change.isPending} className="flex flex-wrap items-center gap-1.5">
      {shown.map((name) => (
        <TagChip key={name} name={name} tags={tags}>
          {!isFixed && (
            <button
              type="button"
              aria-label={`Remove tag ${name}`}
              disabled={change.isPending}
              onClick={() => send({ remove: [name] })}
              className="-my-0.5 -mr-1 grid size-5 place-items-center rounded-1 hover:bg-scrim/15 max-sm:size-8"
            >
              <Icon name="close" className="size-3" />
            </button>
          )}
        </TagChip>
      ))}
      {shown.length < names.length && (
        <Button variant="line" size="compact" onClick={() => setUnfolded(true)}>
          {formatNumber(names.length - shown.length)} more tags
        </Button>
      )}
      {!isFixed && (
        <AddTag
          has={names}
          onAdd={(name) => send({ add: [name] })}
          className="min-h-7 w-40 rounded-1 border border-dashed border-control bg-transparent px-2 text-caption max-sm:min-h-10"
        />
      )}
    </fieldset>
  );
}
