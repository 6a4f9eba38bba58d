// The versions of a document, below its row: newest first, each to download, the earlier ones to restore or delete.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Chip } from "#app/ui/badge.tsx";
import { Button, IconButton } from "#app/ui/button.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { toast } from "#app/ui/toast.ts";
import { sizeWords } from "#domain/file-size.ts";
import { When } from "../document-parts.tsx";
import {
  type DocumentRow,
  openVersion,
  useDeleteVersion,
  useRestoreVersion,
  useUndeleteVersion,
  type Version,
  versionsQuery,
} from "../documents-data.ts";

export function VersionList({ row }: { row: DocumentRow }) {
  const versions = useQuery(versionsQuery(row.id));
  const restore = useRestoreVersion();
  const [deleted, setDeleted] = useState<Version | null>(null);
  if (versions.isError)
    return (
      <p role="alert" className="px-4 py-3 text-danger">
        Failed to load the versions. {messageOf(versions.error)}
      </p>
    );
  if (!versions.data) return <LoadingRows rows={2} />;
  return (
    <>
      <ul aria-label={`Versions of ${row.title}`} className="py-2 pr-4 pl-4 sm:pl-17">
        {versions.data.map((version) => (
          <li
            key={version.id}
            className="grid min-h-9 grid-cols-[2.5rem_minmax(0,1fr)_auto] items-center gap-x-3 sm:grid-cols-[2.5rem_minmax(0,1fr)_auto_auto]"
          >
            <span className="font-semibold">v{version.no}</span>
            <span dir="auto" className="min-w-0 truncate text-left" title={version.file_name}>
              {version.state === "deleted"
                ? "Deleted"
                : (version.note ?? `${version.file_name}, ${sizeWords(version.size)}`)}
            </span>
            <span className="text-caption text-muted max-sm:col-start-2 max-sm:row-start-2">
              {version.by?.name ?? "Guidevane"}, <When iso={version.created_at} />
            </span>
            <span className="flex items-center justify-end gap-1 max-sm:row-span-2">
              {version.no === row.no ? (
                <Chip tone="nil">Current</Chip>
              ) : (
                version.state === "ready" &&
                !row.read_only && (
                  <Button
                    variant="line"
                    size="compact"
                    className="border-transparent"
                    disabled={restore.isPending}
                    onClick={() =>
                      restore.mutate(version.id, {
                        onSuccess: (no) =>
                          toast({
                            title: `Version ${version.no} is back`,
                            text: `It is now version ${no} of ${row.title}.`,
                          }),
                      })
                    }
                  >
                    Restore<span className="sr-only"> version {version.no}</span>
                  </Button>
                )
              )}
              {version.state === "missing" && <Chip tone="danger">Bytes missing</Chip>}
              {version.state === "ready" && (
                <IconButton
                  name="download"
                  size="compact"
                  label={`Download version ${version.no} of ${row.title}`}
                  onClick={() => void openVersion({ id: version.id, fileName: version.file_name })}
                />
              )}
              {version.state !== "deleted" && !row.read_only && versions.data.length > 1 && (
                <IconButton
                  name="trash"
                  size="compact"
                  label={`Delete version ${version.no} of ${row.title}`}
                  onClick={() => setDeleted(version)}
                />
              )}
            </span>
          </li>
        ))}
      </ul>
      {deleted && <DeleteVersion row={row} version={deleted} onClose={() => setDeleted(null)} />}
    </>
  );
}

function DeleteVersion({ row, version, onClose }: { row: DocumentRow; version: Version; onClose: () => void }) {
  const remove = useDeleteVersion();
  const undo = useUndeleteVersion();
  const deleted = () => {
    toast({
      title: `Version ${version.no} deleted`,
      seconds: 10,
      action: { label: "Undo", run: () => undo.mutate(version.id) },
    });
    onClose();
  };
  return (
    <FormDialog
      narrow
      onClose={onClose}
      busy={remove.isPending}
      title={`Delete version ${version.no}?`}
      confirm="Delete"
      danger
      onConfirm={() => remove.mutate(version.id, { onSuccess: deleted })}
    >
      <p>
        It is in the trash for 30 days. Links that show only this version of {row.title} open nothing until it is back.
      </p>
    </FormDialog>
  );
}
