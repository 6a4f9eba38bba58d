// Every version there was. A version is never changed: taking one up again makes a new one when it is saved.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatMoment } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { type Template, type Version, versionsQuery } from "../templates-data.ts";

export function VersionsDialog({
  template,
  onClose,
  onTake,
}: {
  template: Template;
  onClose: () => void;
  onTake: (version: Version) => void;
}) {
  const versions = useQuery(versionsQuery(template.id));
  const [open, setOpen] = useState<string | null>(null);
  return (
    <Dialog open onClose={onClose} title="Versions">
      <p className="text-muted">
        A step of a sequence keeps the version it was made with, until someone changes the step.
      </p>
      {versions.isPending && <LoadingRows rows={3} />}
      {versions.isError && (
        <p role="alert" className="mt-3 text-danger">
          {messageOf(versions.error)}
        </p>
      )}
      <ol className="mt-3 border-t border-line">
        {versions.data?.map((version) => (
          <li key={version.id} className="border-b border-line py-2.5">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <button
                type="button"
                aria-expanded={open === version.id}
                className="text-left font-semibold hover:underline"
                onClick={() => setOpen(open === version.id ? null : version.id)}
              >
                Version {version.version}
                <span className="font-normal text-muted">
                  , {formatMoment(version.created_at)}
                  {version.author && `, ${version.author.name}`}
                </span>
              </button>
              {version.version !== template.version && (
                <Button variant="line" size="compact" onClick={() => onTake(version)}>
                  Take these words
                </Button>
              )}
            </div>
            {open === version.id && (
              <div dir="auto" className="mt-2 border border-line bg-ground px-3 py-2 text-left text-caption">
                <b className="wrap-anywhere">{version.subject}</b>
                <p className="mt-2 wrap-anywhere whitespace-pre-wrap">{version.body_text}</p>
              </div>
            )}
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
