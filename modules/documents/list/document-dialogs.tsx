// Rename, move, delete, and a new folder.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { SelectField, TextField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import {
  type DocumentRow,
  foldersQuery,
  useAddFolder,
  useDeleteDocument,
  useMoveDocument,
  useRenameDocument,
} from "../documents-data.ts";

/** Asks for one name. */
function NameDialog({
  title,
  label,
  confirm,
  maxLength,
  start = "",
  busy,
  onSave,
  onClose,
}: {
  title: string;
  label: string;
  confirm: string;
  maxLength: number;
  start?: string;
  busy: boolean;
  onSave: (name: string) => void;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState(start);
  const name = typed.trim();
  const save = () => name !== "" && onSave(name);
  return (
    <FormDialog
      narrow
      busy={busy}
      onClose={onClose}
      title={title}
      confirm={confirm}
      blocked={name === ""}
      onConfirm={save}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField
          label={label}
          size="compact"
          required
          maxLength={maxLength}
          dir="auto"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </form>
    </FormDialog>
  );
}

export function RenameDialog({ row, onClose }: { row: DocumentRow; onClose: () => void }) {
  const rename = useRenameDocument();
  return (
    <NameDialog
      title="Rename"
      label="Title"
      confirm="Save"
      maxLength={200}
      start={row.title}
      busy={rename.isPending}
      onSave={(title) => rename.mutate({ id: row.id, title }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

export function MoveDialog({ row, onClose }: { row: DocumentRow; onClose: () => void }) {
  const folders = useQuery(foldersQuery).data ?? [];
  const own = folders.filter(({ account_id }) => account_id === row.account_id);
  const [folder, setFolder] = useState(row.folder_id);
  const move = useMoveDocument();
  return (
    <FormDialog
      narrow
      busy={move.isPending}
      onClose={onClose}
      title={`Move “${row.title}”`}
      confirm="Move"
      onConfirm={() => move.mutate({ id: row.id, folderId: folder }, { onSuccess: onClose })}
    >
      <SelectField
        label="Folder"
        size="compact"
        value={folder}
        onChange={(event) => setFolder(event.target.value)}
        hint={row.account_name ? `Of ${row.account_name}` : "Of the firm"}
      >
        {own.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  );
}

export function DeleteDialog({ row, onClose }: { row: DocumentRow; onClose: () => void }) {
  const remove = useDeleteDocument();
  return (
    <FormDialog
      narrow
      busy={remove.isPending}
      onClose={onClose}
      title={`Delete “${row.title}”?`}
      confirm="Delete"
      danger
      onConfirm={() => remove.mutate(row.id, { onSuccess: onClose })}
    >
      <p>Its links open nothing any more. With all its versions it stays in the trash for 30 days.</p>
    </FormDialog>
  );
}

export function FolderDialog({
  account,
  parent,
  onClose,
}: {
  account: string | null;
  parent: string | null;
  onClose: () => void;
}) {
  const add = useAddFolder();
  return (
    <NameDialog
      title="New folder"
      label="Name"
      confirm="Add"
      maxLength={120}
      busy={add.isPending}
      onSave={(name) => add.mutate({ account_id: account, parent_id: parent, name }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
