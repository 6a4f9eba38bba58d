// The documents of a company, a person or a deal, on their page, and one more.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PanelProps } from "#domain/module.ts";
import { may } from "#app/lib/access.ts";
import { RecordPanel } from "#app/records/page/record-panel.tsx";
import { IconButton } from "#app/ui/button.tsx";
import { sizeWords } from "#domain/file-size.ts";
import { showsInline } from "./document.ts";
import { FileSign, When } from "./document-parts.tsx";
import { accountOfQuery, type DocumentFilter, documentsQuery, openVersion } from "./documents-data.ts";
import { UploadDialog, type UploadPlace } from "./uploads/upload-dialog.tsx";

const few = 5;

function DocumentsOf({ filter, place, all }: { filter: DocumentFilter; place: UploadPlace; all: string | null }) {
  const list = useQuery(documentsQuery(filter));
  const [adding, setAdding] = useState(false);
  return (
    <RecordPanel
      title="Documents"
      query={list}
      count={list.data?.length}
      actions={
        may("documents", "add") && (
          <IconButton name="plus" label="Upload a document" size="compact" onClick={() => setAdding(true)} />
        )
      }
      rows={list.data?.slice(0, few).map((row) => (
        <li key={row.id} className="flex items-center gap-3 border-b border-line px-4 py-2.5 last:border-0">
          <FileSign mime={row.mime} fileName={row.file_name} />
          <span className="min-w-0">
            <button
              type="button"
              dir="auto"
              className="block max-w-full text-left font-semibold wrap-anywhere hover:underline"
              onClick={() => void openVersion({ id: row.version_id, fileName: row.file_name }, showsInline(row.mime))}
            >
              {row.title}
            </button>
            <span className="text-caption text-muted">
              v{row.no}, {sizeWords(row.size)}, <When iso={row.changed_at} />
            </span>
          </span>
        </li>
      ))}
      all={all ? [{ label: "All documents", to: `/admin/documents?${all}` }] : []}
    >
      {adding && <UploadDialog place={place} onClose={() => setAdding(false)} />}
    </RecordPanel>
  );
}

export function OfAccount({ record: { id } }: PanelProps) {
  return <DocumentsOf filter={{ of_account: id }} place={{ accountId: id }} all={`account=${id}`} />;
}

export function OfContact({ record: { id } }: PanelProps) {
  const account = useQuery(accountOfQuery("contacts", id)).data ?? undefined;
  return (
    <DocumentsOf
      filter={{ of_contact: id }}
      place={{ contactId: id, accountId: account }}
      all={account ? `account=${account}` : null}
    />
  );
}

export function OfDeal({ record: { id } }: PanelProps) {
  const account = useQuery(accountOfQuery("deals", id)).data ?? undefined;
  return (
    <DocumentsOf
      filter={{ of_deal: id }}
      place={{ dealId: id, accountId: account }}
      all={account ? `account=${account}` : null}
    />
  );
}
