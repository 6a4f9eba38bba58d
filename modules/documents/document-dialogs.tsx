// Rename, move, delete for good, and a new folder.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { SelectField, TextField } from "#app/ui/field.tsx";
import {
  type DocumentRow,
  foldersQuery,
  useAddFolder,
  useDeleteDocument,
  useMoveDocument,
  useRenameDocument,
} from "./documents-data.ts";

function Buttons({
  busy,
  word,
  danger,
  onClose,
  onSave,
}: {
  busy: boolean;
  word: string;
  danger?: true;
  onClose: () => void;
  onSave: () => void;
}) {
  return (
    <>
      <Button variant="line" size="dialog" onClick={onClose}>
        Cancel
      </Button>
      <Button variant={danger ? "danger" : "solid"} size="dialog" disabled={busy} onClick={onSave}>
        {word}
      </Button>
    </>
  );
}

export function RenameDialog({ row, onClose }: { row: DocumentRow; onClose: () => void }) {
  const [title, setTitle] = useState(row.title);
  const rename = useRenameDocument();
  const save = () => title.trim() !== "" && rename.mutate({ id: row.id, title: title.trim() }, { onSuccess: onClose });
  return (
    <Dialog
      open
      narrow
      busy={rename.isPending}
      onClose={onClose}
      title="Rename"
      footer={<Buttons busy={rename.isPending || title.trim() === ""} word="Save" onClose={onClose} onSave={save} />}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField
          label="Title"
          size="desk"
          required
          maxLength={200}
          dir="auto"
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
      </form>
    </Dialog>
  );
}

export function MoveDialog({ row, onClose }: { row: DocumentRow; onClose: () => void }) {
  const folders = useQuery(foldersQuery).data ?? [];
  const own = folders.filter(({ account_id }) => account_id === row.account_id);
  const [folder, setFolder] = useState(row.folder_id);
  const move = useMoveDocument();
  return (
    <Dialog
      open
      narrow
      busy={move.isPending}
      onClose={onClose}
      title={`Move “${row.title}”`}
      footer={
        <Buttons
          busy={move.isPending}
          word="Move"
          onClose={onClose}
          onSave={() => move.mutate({ id: row.id, folderId: folder }, { onSuccess: onClose })}
        />
      }
    >
      <SelectField
        label="Folder"
        size="desk"
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
    </Dialog>
  );
}

export function DeleteDialog({ row, onClose }: { row: DocumentRow; onClose: () => void }) {
  const remove = useDeleteDocument();
  return (
    <Dialog
      open
      narrow
      busy={remove.isPending}
      onClose={onClose}
      title={`Delete “${row.title}”?`}
      footer={
        <Buttons
          busy={remove.isPending}
          word="Delete for good"
          danger
          onClose={onClose}
          onSave={() => remove.mutate(row.id, { onSuccess: onClose })}
        />
      }
    >
      <p>All its versions, its links and who has seen them go. This cannot be undone; a backup may have it.</p>
    </Dialog>
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
    <Dialog
      open
      narrow
      busy={add.isPending}
      onClose={onClose}
      title="New folder"
      footer={<Buttons busy={add.isPending || name.trim() === ""} word="Add" onClose={onClose} onSave={save} />}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField
          label="Name"
          size="desk"
          required
          maxLength={120}
          dir="auto"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
