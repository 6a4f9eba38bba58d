// The documents of a company, a person or a deal, on their page, and one more.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { PanelProps } from "#domain/module.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Button, IconButton } from "#app/ui/button.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { sizeWords } from "#domain/file-size.ts";
import { showsInline } from "./document.ts";
import { FileSign, When } from "./document-parts.tsx";
import { accountOfQuery, type DocumentFilter, documentsQuery, openVersion } from "./documents-data.ts";
import { UploadDialog, type UploadPlace } from "./upload-dialog.tsx";

const few = 5;

function DocumentsOf({ filter, place, all }: { filter: DocumentFilter; place: UploadPlace; all: string | null }) {
  const list = useQuery(documentsQuery(filter));
  const [adding, setAdding] = useState(false);
  return (
    <section aria-label="Documents" className={panelClass}>
      <header className="flex items-center justify-between gap-3 border-b border-line py-1.5 pr-2 pl-4">
        <h2 className="text-small font-[640]">
          Documents{list.data && <span className="font-normal text-muted"> {list.data.length}</span>}
        </h2>
        <IconButton name="plus" label="Upload a document" size="desk" onClick={() => setAdding(true)} />
      </header>
      {list.isPending && <LoadingRows rows={2} />}
      {list.isError && (
        <div role="alert" className="grid justify-items-start gap-2 px-4 py-3 text-danger">
          <p>Failed to load documents. {messageOf(list.error)}</p>
          <Button variant="line" size="desk" onClick={() => void list.refetch()}>
            Try again
          </Button>
        </div>
      )}
      {list.data?.length === 0 && <p className="px-4 py-3 text-muted">None</p>}
      <ul>
        {list.data?.slice(0, few).map((row) => (
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
      </ul>
      {all && list.data && list.data.length > 0 && (
        <p className="border-t border-line px-4 py-2.75">
          <Link to={`/admin/documents?${all}`} className="underline decoration-control">
            All documents
          </Link>
        </p>
      )}
      {adding && <UploadDialog place={place} onClose={() => setAdding(false)} />}
    </section>
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
