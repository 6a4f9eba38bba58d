// The files of a held message: documents go along in their newest version, and each can be taken off again.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { sizeWords } from "#domain/file-size.ts";
import { type AttachedFile, documentsQuery } from "../outbox-data.ts";

interface Props {
  files: readonly AttachedFile[];
  /** The company whose documents are offered; null offers the newest of all. */
  account: string | null;
  onChange: (files: readonly AttachedFile[]) => void;
}

export function EditFiles({ files, account, onChange }: Props) {
  const [chosen, setChosen] = useState("");
  const offered = (useQuery(documentsQuery(account)).data ?? []).filter(
    ({ version_id }) => !files.some((file) => file.version_id === version_id),
  );
  const attach = () => {
    const file = offered.find(({ version_id }) => version_id === chosen);
    if (file) onChange([...files, { ...file, name: file.file_name, is_there: true }]);
    setChosen("");
  };
  return (
    <div className="grid gap-2">
      <div className="flex items-end gap-2 *:first:min-w-0 *:first:flex-1">
        <SelectField
          label="Attach a document"
          size="compact"
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
        >
          <option value="">{offered.length === 0 ? "There is no other document" : "Choose a document"}</option>
          {offered.map(({ version_id, file_name, size }) => (
            <option key={version_id} value={version_id}>
              {file_name}, {sizeWords(size)}
            </option>
          ))}
        </SelectField>
        <Button variant="line" size="compact" icon="plus" disabled={chosen === ""} onClick={attach}>
          Attach
        </Button>
      </div>
      <ul aria-label="Files of this message" className="grid gap-1 empty:hidden">
        {files.map((file, index) => (
          <li key={file.version_id ?? index} className="flex items-center justify-between gap-3">
            <bdi className="min-w-0 wrap-anywhere">{file.name || "A file that is no longer known"}</bdi>
            {(file.version_id !== null || !file.is_there) && (
              <Button
                variant="line"
                size="compact"
                aria-label={`Take off ${file.name}`}
                onClick={() => onChange(files.filter((other) => other !== file))}
              >
                Take off
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
