// Tags of many records at once: what is added, what is taken off, and what happened.
import { useState } from "react";
import type { TableName } from "#domain/table-name.ts";
import { countOf } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { Button } from "#app/ui/button.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { toast } from "#app/ui/toast.ts";
import { TagNames } from "./tag-names.tsx";
import { useTagRecords } from "./tags-data.ts";

interface Words {
  one: string;
  many: string;
}

export function TagSelection({
  kind,
  words,
  ids,
  onClose,
}: {
  kind: TableName;
  words: Words;
  ids: readonly string[];
  onClose: () => void;
}) {
  const [add, setAdd] = useState<readonly string[]>([]);
  const [remove, setRemove] = useState<readonly string[]>([]);
  const change = useTagRecords();
  const submit = () =>
    change.mutate(
      { kind, ids, add, remove },
      {
        onSuccess: (changed) => {
          toast({ title: changed === 0 ? "Nothing to change" : `${countOf(changed, words.one, words.many)} changed` });
          onClose();
        },
      },
    );
  const both = [...add, ...remove];
  return (
    <FormDialog
      onClose={onClose}
      busy={change.isPending}
      title={`Tag ${countOf(ids.length, words.one, words.many)}`}
      confirm={change.isPending ? "Saving..." : "Save tags"}
      form="tag-selection"
    >
      <form
        id="tag-selection"
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (both.length > 0) submit();
        }}
      >
        <span className="-mb-2.5 text-caption font-semibold">Add</span>
        <TagNames verb="Add" names={add} onChange={setAdd} has={both} creates />
        <span className="-mb-2.5 text-caption font-semibold">Remove</span>
        <TagNames verb="Remove" names={remove} onChange={setRemove} has={both} creates={false} />
        {both.length === 0 && <p className="text-caption text-muted">Choose at least one tag.</p>}
        {change.error && (
          <p role="alert" className="flex gap-2 rounded-1 bg-danger-bg px-3 py-2.5 text-danger">
            <Icon name="alert" className="mt-px" />
            {messageOf(change.error)}
          </p>
        )}
      </form>
    </FormDialog>
  );
}

/** The button beside "Export selected". */
export function TagButton({
  kind,
  words,
  gather,
  disabled,
}: {
  kind: TableName;
  words: Words;
  /** Hands over the ids of what is selected. */
  gather: (then: (ids: readonly string[]) => void) => void;
  disabled: boolean;
}) {
  const [ids, setIds] = useState<readonly string[] | null>(null);
  return (
    <>
      <Button variant="line" size="compact" disabled={disabled} onClick={() => gather(setIds)}>
        Change tags
      </Button>
      {ids && <TagSelection {...{ kind, words, ids }} onClose={() => setIds(null)} />}
    </>
  );
}
