// Files that came with mail: their names and sizes. The bytes stay in the mailbox until someone files one among the documents.
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { sizeWords } from "#domain/file-size.ts";
import type { PanelProps } from "#domain/module.ts";
import { may } from "#app/lib/access.ts";
import { formatMoment, formatWhen } from "#app/lib/formats.ts";
import { RecordPanel } from "#app/records/page/record-panel.tsx";
import { useRecordsContext } from "#app/records/records-context.ts";
import { Button } from "#app/ui/button.tsx";
import { filesQuery, type MailOf, type RecordKind, useFileIt } from "../mailbox-data.ts";
import { threadAddress } from "./mail-panel.tsx";

function Files({ of }: { of: MailOf }) {
  const files = useQuery(filesQuery(of));
  const fileIt = useFileIt();
  const { isOn } = useRecordsContext();
  const mayFile = isOn("documents") && may("documents", "add");
  return (
    <RecordPanel
      title="Files from mail"
      what="files of mail"
      query={files}
      rows={files.data?.map(({ mail_id: mail, thread_id: thread, part, name, size, at, who, filed }) => (
        <li key={`${mail} ${part}`} className="border-b border-line px-4 py-2.5 last:border-0">
          <div className="flex items-start justify-between gap-3">
            <Link
              to={threadAddress(of, thread)}
              dir="auto"
              className="min-w-0 text-left font-semibold wrap-anywhere hover:underline"
            >
              {name}
            </Link>
            {filed ? (
              <Link to={`/admin/documents/${filed.id}`} className="shrink-0 text-caption text-muted underline">
                Filed, v{filed.version}
              </Link>
            ) : (
              mayFile && (
                <Button
                  variant="line"
                  size="compact"
                  disabled={fileIt.isPending}
                  onClick={() => fileIt.mutate({ mail, part })}
                >
                  {fileIt.isPending && fileIt.variables.mail === mail && fileIt.variables.part === part
                    ? "Fetching..."
                    : "File it"}
                  <span className="sr-only">: {name}</span>
                </Button>
              )
            )}
          </div>
          <p className="text-caption text-muted" title={formatMoment(at)}>
            {filed
              ? `${who ?? "Somebody"}, ${formatWhen(at)}`
              : `${sizeWords(size)}, ${formatWhen(at)}. Stays in the mailbox until you file it`}
          </p>
        </li>
      ))}
    />
  );
}

const panelOf = (kind: RecordKind) =>
  function FilesOfRecord({ record: { id } }: PanelProps) {
    return <Files of={{ kind, id }} />;
  };

export const filesOf = { contacts: panelOf("contacts"), accounts: panelOf("accounts"), deals: panelOf("deals") };
