import { useState } from "react";
import { capitalised, type TagColor, tagColors } from "#domain/entity.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { TagChip } from "#app/records/tags/tag-chip.tsx";
import { type CountedTag, useEditTag } from "#app/records/tags/tags-data.ts";
import { TextField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { toast } from "#app/ui/toast.ts";
import { Refused } from "../panel.tsx";

/** Null makes a new one. */
export function TagDialog({ tag, onClose }: { tag: CountedTag | null; onClose: () => void }) {
  const [name, setName] = useState(tag?.name ?? "");
  const [color, setColor] = useState<TagColor>(tag?.color ?? "plain");
  const edit = useEditTag();
  return (
    <FormDialog
      narrow
      onClose={onClose}
      busy={edit.isPending}
      title={tag ? `Edit ${tag.name}` : "New tag"}
      confirm={edit.isPending ? "Saving..." : tag ? "Save changes" : "Add tag"}
      form="tag"
    >
      <form
        id="tag"
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          edit.mutate(
            { act: "save", tag: tag?.id ?? null, name, color },
            {
              onSuccess: () => {
                toast({ title: `${name.trim()} saved` });
                onClose();
              },
            },
          );
        }}
      >
        <TextField
          label="Name"
          size="compact"
          required
          maxLength={40}
          autoComplete="off"
          data-autofocus=""
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <fieldset>
          <legend className="mb-1 text-caption font-semibold">Color</legend>
          <div className="flex flex-wrap gap-2">
            {tagColors.map((each) => (
              <label
                key={each}
                className="inline-flex min-h-9 cursor-pointer items-center gap-2 rounded-1 border border-line px-2 has-checked:border-ink max-sm:min-h-11"
              >
                <input type="radio" name="color" checked={color === each} onChange={() => setColor(each)} />
                <span className="sr-only">{capitalised(each)}</span>
                <span aria-hidden="true">
                  <TagChip name={name.trim() || capitalised(each)} color={each} />
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        {edit.error && <Refused>{messageOf(edit.error)}</Refused>}
      </form>
    </FormDialog>
  );
}
