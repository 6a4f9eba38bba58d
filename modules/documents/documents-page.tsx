// /admin/documents: the tree of folders, the files of the chosen one, and everything that can be done with them.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useParams, useSearchParams } from "react-router";
import { site } from "#content/site.ts";
import { may } from "#app/lib/access.ts";
import { countOf, formatClock } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { FindField } from "#app/records/list/find-field.tsx";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Art } from "#app/ui/art.tsx";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { toast } from "#app/ui/toast.ts";
import { DeleteDialog, FolderDialog, MoveDialog, RenameDialog } from "./list/document-dialogs.tsx";
import { DocumentTable } from "./list/document-table.tsx";
import {
  type DocumentFilter,
  type DocumentRow,
  documentsQuery,
  type Folder,
  foldersQuery,
  maxListed,
  useArchiveDocument,
  useDeleteFolder,
} from "./documents-data.ts";
import { FolderTree, treeOf } from "./list/folder-tree.tsx";
import { OpenLinksDialog } from "./sharing/open-links-dialog.tsx";
import { ShareDialog } from "./sharing/share-dialog.tsx";
import { sharesQuery } from "./sharing/shares-data.ts";
import { UploadDialog, type UploadPlace } from "./uploads/upload-dialog.tsx";
import { UploadList } from "./uploads/upload-list.tsx";
import { useUploads } from "./uploads/uploads-data.ts";

type Opened =
  | { what: "upload"; place: UploadPlace }
  | { what: "links" }
  | { what: "folder" }
  | { what: "share" | "rename" | "move" | "delete"; row: DocumentRow };

function summary(folders: readonly Folder[], links: number): string {
  const files = folders.reduce((sum, folder) => sum + folder.files, 0);
  if (files === 0) return "No files yet.";
  const accounts = new Set(folders.flatMap(({ account_id }) => account_id ?? [])).size;
  return `${countOf(files, "file")}, ${countOf(accounts, "account")}. ${links === 1 ? "1 link is" : `${links} links are`} open.`;
}

export default function DocumentsPage() {
  const [params, setParams] = useSearchParams();
  const { id: documentId } = useParams();
  const [opened, setOpened] = useState<Opened | null>(null);
  const folders = useQuery(foldersQuery);
  const links = useQuery(sharesQuery(null));
  const archive = useArchiveDocument();
  const removeFolder = useDeleteFolder();
  const { add } = useUploads();
  const [over, setOver] = useState(false);

  const folderId = params.get("folder") ?? undefined;
  const folder = folders.data?.find(({ id }) => id === folderId);
  const accountId = params.get("account") ?? undefined;
  const term = params.get("find") ?? "";
  const archived = params.has("archived");
  const filter: DocumentFilter = documentId
    ? { of_document: documentId, archived }
    : term
      ? { term, archived }
      : { ...(folderId && { of_folder: folderId }), ...(accountId && { of_account: accountId }), archived };
  const list = useQuery({ ...documentsQuery(filter), placeholderData: keepPreviousData });
  const isAll = !term && !folderId && !accountId && !documentId;
  const accountName = (folder ?? folders.data?.find(({ account_id }) => account_id === accountId))?.account_name;
  const title = documentId
    ? (list.data?.[0]?.title ?? "A document")
    : term
      ? `Found for “${term}”`
      : folder
        ? [folder.account_name, folder.name].filter(Boolean).join(", ")
        : accountId
          ? (accountName ?? "An account")
          : "Newest files";
  const place: UploadPlace = { folderId, accountId: folder?.account_id ?? accountId };
  const isFiledByServer = folder?.kind === "drafts" || folder?.kind === "published";

  /** Nothing is in it, archived or not as far as this list shows, and no folder. */
  const isBare = folder?.files === 0 && !folders.data?.some(({ parent_id }) => parent_id === folder.id);

  const put = (row: DocumentRow, away: boolean) =>
    archive.mutate(
      { id: row.id, archived: away },
      {
        onSuccess: () =>
          away &&
          toast({
            title: `“${row.title}” is archived`,
            text: "Its links have ended.",
            seconds: 6,
            action: { label: "Undo", run: () => put(row, false) },
          }),
      },
    );
  const act = {
    onShare: (row: DocumentRow) => setOpened({ what: "share", row }),
    onRename: (row: DocumentRow) => setOpened({ what: "rename", row }),
    onMove: (row: DocumentRow) => setOpened({ what: "move", row }),
    onDelete: (row: DocumentRow) => setOpened({ what: "delete", row }),
    onArchive: (row: DocumentRow) => put(row, row.archived_at === null),
    onNewVersion: (row: DocumentRow) => setOpened({ what: "upload", place: { of: row } }),
  };
  const close = () => setOpened(null);
  const set = (name: string, value: string | null) =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old);
        if (value === null || value === "") next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  const isEmpty = isAll && !archived && list.data?.length === 0;

  return (
    <>
      <title>{`Documents | ${site.name} admin`}</title>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="serif text-[1.75rem] leading-[1.15] tracking-[-0.018em]">Documents</h1>
          <p className="mt-0.5 min-h-5 text-muted">
            {folders.data && links.data && summary(folders.data, links.data.length)}
          </p>
        </div>
        <div className="flex gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2">
          <Button
            variant="line"
            size="compact"
            icon="link"
            className="bg-surface max-sm:min-h-11"
            onClick={() => setOpened({ what: "links" })}
          >
            Open links {links.data && <span className="font-normal">{links.data.length}</span>}
          </Button>
          {may("documents", "add") && (
            <Button
              size="compact"
              icon="deploy"
              className="max-sm:min-h-11"
              onClick={() => setOpened({ what: "upload", place })}
            >
              Upload
            </Button>
          )}
        </div>
      </div>
      <UploadList />
      <div className="grid items-start gap-5 lg:grid-cols-[17rem_minmax(0,1fr)]">
        <section aria-label="Find and folders" className={panelClass}>
          <div className="border-b border-line p-3">
            <FindField label="Find a file" value={term} onFind={(next) => set("find", next)} />
          </div>
          {folders.isPending && <LoadingRows rows={6} />}
          {folders.isError && (
            <FailedRow what="folders" why={messageOf(folders.error)} onRetry={() => void folders.refetch()} />
          )}
          {folders.data && (
            <FolderTree
              nodes={treeOf(folders.data)}
              chosen={folderId ? `folder=${folderId}` : `account=${accountId}`}
            />
          )}
          <div className="flex flex-wrap gap-2 border-t border-line p-2.5">
            {(folder || accountId) && !isFiledByServer && may("documents", "add") && (
              <Button variant="line" size="compact" icon="plus" onClick={() => setOpened({ what: "folder" })}>
                New folder
              </Button>
            )}
            {folder && folder.kind === null && isBare && may("documents", "delete") && (
              <Button
                variant="line"
                size="compact"
                icon="trash"
                disabled={removeFolder.isPending}
                onClick={() => removeFolder.mutate(folder.id, { onSuccess: () => set("folder", null) })}
              >
                Delete folder
              </Button>
            )}
            <Button
              variant="line"
              size="compact"
              aria-pressed={archived}
              onClick={() => set("archived", archived ? null : "1")}
            >
              {archived ? "Hide archived" : "Archived"}
            </Button>
          </div>
        </section>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is one more way; the button does the same */}
        <section
          aria-label={title}
          className={classNames(panelClass, "overflow-clip rounded-br-[1.25rem]", over && "outline-2 outline-focus")}
          onDragOver={(event) => {
            if (!folderId || isFiledByServer || !event.dataTransfer.types.includes("Files")) return;
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            setOver(false);
            if (!folderId || isFiledByServer) return;
            event.preventDefault();
            add(event.dataTransfer.files, { folderId });
          }}
        >
          <header className="flex items-center justify-between gap-3 border-b border-line px-4 py-3">
            <h2 dir="auto" className="min-w-0 truncate text-small font-[640]">
              {archived ? `${title}, archived` : title}
            </h2>
            <span className="shrink-0 text-caption text-muted">
              {list.data &&
                (list.data.length >= maxListed ? `The newest ${maxListed}` : countOf(list.data.length, "file"))}
            </span>
          </header>
          {list.isError && (
            <FailedRow what="documents" why={messageOf(list.error)} onRetry={() => void list.refetch()}>
              {list.data && `The rows below were read at ${formatClock(new Date(list.dataUpdatedAt))}.`}
            </FailedRow>
          )}
          {list.isPending && <LoadingRows />}
          {isEmpty && (
            <EmptyState art={<Art name="still" />} title="No documents yet">
              <p className="max-w-96 text-muted">
                Each account gets its own folder with the first file. Proposals file themselves.
              </p>
              {may("documents", "add") && (
                <Button
                  size="compact"
                  icon="deploy"
                  className="mt-3"
                  onClick={() => setOpened({ what: "upload", place })}
                >
                  Upload
                </Button>
              )}
            </EmptyState>
          )}
          {list.data?.length === 0 && !isEmpty && (
            <p className="px-4 py-8 text-center text-muted">
              {documentId ? (
                <>
                  This document is not here: it was deleted, or is archived.{" "}
                  <Link to="/admin/documents" className="underline">
                    All documents
                  </Link>
                </>
              ) : term ? (
                "No file has these words in its name."
              ) : archived ? (
                "Nothing is archived here."
              ) : (
                "This folder is empty."
              )}
            </p>
          )}
          {list.data && list.data.length > 0 && (
            <div inert={list.isError}>
              <DocumentTable rows={list.data} act={act} showFolder={!folderId} />
            </div>
          )}
          {folderId && !archived && !isFiledByServer && (
            <p className="flex items-center justify-center gap-3 border-t border-dashed border-line px-4 py-4.5 text-caption text-muted max-sm:flex-col">
              <Icon name="deploy" />
              Drop files here. A file with the same name becomes the next version.
            </p>
          )}
        </section>
      </div>
      {opened?.what === "upload" && <UploadDialog place={opened.place} onClose={close} />}
      {opened?.what === "links" && <OpenLinksDialog onClose={close} />}
      {opened?.what === "folder" && (
        <FolderDialog account={folder?.account_id ?? accountId ?? null} parent={folder?.id ?? null} onClose={close} />
      )}
      {opened?.what === "share" && <ShareDialog row={opened.row} onClose={close} />}
      {opened?.what === "rename" && <RenameDialog row={opened.row} onClose={close} />}
      {opened?.what === "move" && <MoveDialog row={opened.row} onClose={close} />}
      {opened?.what === "delete" && <DeleteDialog row={opened.row} onClose={close} />}
    </>
  );
}
