import { useId, useState } from "react";
import { folderPath, folders, namedAfter } from "#content/folder-conventions.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { ReferencePicker } from "#app/records/field-kinds/reference-picker.tsx";
import { referenceNameQuery } from "#app/records/reference-data.ts";
import { panelClass } from "#app/admin/shell/page-head.tsx";
import { downloadDraft, draftFilesQuery } from "#app/lib/draft-files.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { Chip } from "#app/ui/badge.tsx";
import { officeDayOf } from "#app/lib/office-time.ts";
import { formatMoment } from "#app/lib/formats.ts";
import { DraftFileList } from "#app/ui/draft-file-list.tsx";
import { toast } from "#app/ui/toast.ts";
import { currentTime } from "#domain/clock.ts";

/** The folder conventions, with a live example for an account of your choice, and the drafts that stand there. */
export function FilePaths() {
  return (
    <div className="grid gap-5">
      <Conventions />
      <Drafts />
    </div>
  );
}

/** Every draft that was exported, of any account. */
function Drafts() {
  const files = useQuery(draftFilesQuery());
  const download = useMutation({
    mutationFn: downloadDraft,
    onError: (error) => toast({ title: "Failed to download the draft", text: messageOf(error), tone: "danger" }),
  });
  return (
    <section aria-label="Exported drafts" className={panelClass}>
      <h2 className="border-b border-line px-4 py-3 text-small font-[640]">Exported drafts</h2>
      {files.isPending && <output className="block px-4 py-3">Loading...</output>}
      {files.isError && <p className="px-4 py-3 text-danger">Failed to load the drafts. {messageOf(files.error)}</p>}
      {files.data && (
        <DraftFileList
          formatMoment={formatMoment}
          {...files.data}
          onDownload={(draft) => download.mutate(draft)}
          empty="No drafts yet. Export one from an account's page."
        />
      )}
    </section>
  );
}

function Conventions() {
  const id = useId();
  const [account, setAccount] = useState("");
  const chosen = useQuery(referenceNameQuery(namedAfter, account)).data;
  const name = chosen ?? "Ostrey & Reed";
  const [today] = useState(() => officeDayOf(currentTime()));
  return (
    <section aria-label="File paths" className={panelClass}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-3">
        <label htmlFor={id} className="text-caption font-semibold">
          Example for
        </label>
        <div className="w-full sm:w-72">
          <ReferencePicker
            label="Example for"
            to={namedAfter}
            value={account}
            onChange={setAccount}
            control={{ id, "aria-invalid": undefined, "aria-describedby": undefined }}
          />
        </div>
        <p className="text-caption text-muted">
          Folders carry the account's name, not its id. Names are made path-safe.
        </p>
      </div>
      <dl>
        {folders.map((folder) => (
          <div
            key={folder.id}
            className="grid gap-x-4 border-b border-line px-4 py-2.75 last:border-0 sm:grid-cols-[12rem_1fr]"
          >
            <dt className="font-semibold">{folder.name}</dt>
            <dd className="min-w-0">
              <code className="wrap-anywhere">{folder.path}</code>
              {folder.condition && (
                <span className="ml-2">
                  <Chip tone="dev">{folder.condition}</Chip>
                </span>
              )}
              <code data-example={folder.id} className="block wrap-anywhere text-muted">
                {folderPath(folder.id, { asset: name, Account: name, date: today })}
              </code>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
