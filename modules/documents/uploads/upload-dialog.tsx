// Chooses files and where they go: an account's folder, or one of the firm's.
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { messageOf } from "#app/lib/request-error.ts";
import { ReferencePicker } from "#app/records/field-kinds/reference-picker.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { Field, SelectField, TextField } from "#app/ui/field.tsx";
import { toast } from "#app/ui/toast.ts";
import { type DocumentRow, type Folder, foldersQuery, openFolder } from "../documents-data.ts";
import { useUploads } from "./uploads-data.ts";

export interface UploadPlace {
  folderId?: string | undefined;
  accountId?: string | undefined;
  contactId?: string;
  dealId?: string;
  /** A version of this one. */
  of?: DocumentRow;
}

const company = { table: "accounts", one: "company" } as const;

/** "Proposals / Signed", from the top. */
const pathOf = (folder: Folder, folders: readonly Folder[]): string => {
  const above = folders.find(({ id }) => id === folder.parent_id);
  return above ? `${pathOf(above, folders)} / ${folder.name}` : folder.name;
};

export function UploadDialog({ place, onClose }: { place: UploadPlace; onClose: () => void }) {
  const folders = useQuery(foldersQuery).data ?? [];
  const first = folders.find(({ id }) => id === place.folderId);
  const [account, setAccount] = useState(place.accountId ?? first?.account_id ?? "");
  const [folder, setFolder] = useState(place.folderId ?? "");
  const [note, setNote] = useState("");
  const [files, setFiles] = useState<FileList | null>(null);
  const { add } = useUploads();
  const inputId = useId();
  const own = folders.filter((each) =>
    account
      ? each.account_id === account
      : each.account_id === null && each.kind !== "drafts" && each.kind !== "published",
  );
  const usual = own.find(({ kind }) => kind === (account ? "documents" : "templates"));
  const chosen = own.some(({ id }) => id === folder) ? folder : (usual?.id ?? "");

  const start = async () => {
    if (!files?.length) return;
    try {
      const folderId =
        place.of?.folder_id ?? (chosen || (await openFolder(account || null, account ? "documents" : "templates")));
      add(files, {
        folderId,
        note: note.trim() || null,
        documentId: place.of?.id ?? null,
        contactId: place.contactId ?? null,
        dealId: place.dealId ?? null,
      });
      onClose();
    } catch (error) {
      toast({ title: "Failed to open the folder", text: messageOf(error), tone: "danger" });
    }
  };

  return (
    <FormDialog
      onClose={onClose}
      title={place.of ? `New version of “${place.of.title}”` : "Upload files"}
      confirm="Upload"
      icon="deploy"
      blocked={!files?.length}
      onConfirm={() => void start()}
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void start();
        }}
      >
        <div>
          <label htmlFor={inputId} className="mb-1 block text-caption font-semibold">
            {place.of ? "File" : "Files"}
          </label>
          <input
            id={inputId}
            type="file"
            multiple={!place.of}
            onChange={(event) => setFiles(event.target.files)}
            className="w-full rounded-1 border border-control bg-surface px-2.75 py-1.75 text-ui file:mr-3 file:rounded-1 file:border file:border-control file:bg-transparent file:px-2.5 file:py-1 file:font-semibold"
          />
        </div>
        {!place.of && (
          <>
            <Field
              label="Company"
              size="compact"
              hint={account ? undefined : "Without one, the file goes to the firm's own templates."}
            >
              {(control) => (
                <ReferencePicker label="Company" to={company} value={account} onChange={setAccount} control={control} />
              )}
            </Field>
            <SelectField
              label="Folder"
              size="compact"
              value={chosen}
              onChange={(event) => setFolder(event.target.value)}
            >
              {!usual && <option value="">{account ? "Documents" : "Templates"}</option>}
              {own.map((each) => (
                <option key={each.id} value={each.id}>
                  {pathOf(each, folders)}
                </option>
              ))}
            </SelectField>
          </>
        )}
        <TextField
          label="Note"
          size="compact"
          maxLength={300}
          value={note}
          onChange={(event) => setNote(event.target.value)}
          hint="What is new in it. Shown beside the version."
        />
      </form>
    </FormDialog>
  );
}
