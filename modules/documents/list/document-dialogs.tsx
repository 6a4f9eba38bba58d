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

export function RenameDialog({ row, onClose }: { row: DocumentRow; onClose: () => void }) {
  const [title, setTitle] = useState(row.title);
  const rename = useRenameDocument();
  const save = () => title.trim() !== "" && rename.mutate({ id: row.id, title: title.trim() }, { onSuccess: onClose });
  return (
    <FormDialog
      narrow
      busy={rename.isPending}
      onClose={onClose}
      title="Rename"
      confirm="Save"
      blocked={title.trim() === ""}
      onConfirm={save}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField
          label="Title"
          size="compact"
          required
          maxLength={200}
          dir="auto"
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
      </form>
    </FormDialog>
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
  const [name, setName] = useState("");
  const add = useAddFolder();
  const save = () =>
    name.trim() !== "" &&
    add.mutate({ account_id: account, parent_id: parent, name: name.trim() }, { onSuccess: onClose });
  return (
    <FormDialog
      narrow
      busy={add.isPending}
      onClose={onClose}
      title="New folder"
      confirm="Add"
      blocked={name.trim() === ""}
      onConfirm={save}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField
          label="Name"
          size="compact"
          required
          maxLength={120}
          dir="auto"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </form>
    </FormDialog>
  );
}
