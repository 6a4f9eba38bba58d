import { useState } from "react";
import { Checkbox, inputClass } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { type SavedView, useSaveView, type ViewToSave } from "./views-data.ts";

/** The name of a view, who has it, and whether the list opens with it. */
export function ViewDialog({
  view,
  saved,
  onClose,
  onSaved,
}: {
  view: ViewToSave;
  /** The one that is changed; without it, a new one is saved. */
  saved?: SavedView;
  onClose: () => void;
  onSaved: (id: string) => void;
}) {
  const [name, setName] = useState(view.name);
  const [shared, setShared] = useState(view.shared);
  const [isDefault, setDefault] = useState(view.is_default);
  const save = useSaveView();
  const go = () =>
    save.mutate(
      { ...view, name: name.trim(), shared, is_default: isDefault },
      {
        onSuccess: (id) => {
          onSaved(id);
          onClose();
        },
      },
    );
  return (
    <FormDialog
      narrow
      title={saved ? "View" : "Save as a view"}
      confirm={save.isPending ? "Saving..." : "Save"}
      busy={save.isPending}
      blocked={name.trim() === ""}
      onConfirm={go}
      onClose={onClose}
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== "") go();
        }}
      >
        <label className="grid gap-1.5 font-semibold">
          Name
          <input
            data-autofocus
            value={name}
            maxLength={80}
            onChange={(event) => setName(event.target.value)}
            className={inputClass("compact")}
          />
        </label>
        <Checkbox label="For all colleagues" checked={shared} onChange={(event) => setShared(event.target.checked)} />
        <Checkbox
          label={
            shared ? "Open the list with it, for all who have no view of their own as default" : "Open the list with it"
          }
          checked={isDefault}
          onChange={(event) => setDefault(event.target.checked)}
        />
      </form>
    </FormDialog>
  );
}
