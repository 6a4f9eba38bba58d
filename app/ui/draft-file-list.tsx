import { useFormats } from "./formats-context.ts";
import { Icon } from "./icon.tsx";

interface DraftFile {
  id: string;
  path: string;
  bytes: number;
  saved_at: string;
}

/** Exported drafts, each a download. A button, because a plain link cannot carry the session. */
export function DraftFileList<T extends DraftFile>({
  drafts,
  total,
  formatMoment,
  onDownload,
  empty,
}: {
  drafts: T[];
  total: number;
  formatMoment: (iso: string) => string;
  onDownload: (draft: T) => void;
  empty: string;
}) {
  const { count } = useFormats();
  const sizeOf = (bytes: number) => (bytes < 1000 ? `${bytes} B` : `${count(Math.round(bytes / 1000))} KB`);
  if (drafts.length === 0) return <p className="px-4 py-3 text-muted">{empty}</p>;
  return (
    <>
      <ul aria-label="Drafts">
        {drafts.map((draft) => (
          <li key={draft.id} className="flex flex-wrap gap-x-4 border-b border-line px-4 py-2.5 last:border-0">
            <button
              type="button"
              onClick={() => onDownload(draft)}
              className="flex min-h-6 min-w-0 grow basis-72 items-start gap-2 text-left underline decoration-control underline-offset-3 hover:decoration-ink"
            >
              <Icon name="download" className="mt-0.5 size-4 text-muted" />
              <span className="sr-only">Download </span>
              <span className="min-w-0 wrap-anywhere">{draft.path}</span>
            </button>
            <span className="pl-6 text-caption text-muted">
              {sizeOf(draft.bytes)}, <time dateTime={draft.saved_at}>{formatMoment(draft.saved_at)}</time>
            </span>
          </li>
        ))}
      </ul>
      {total > drafts.length && (
        <p className="border-t border-line px-4 py-3 text-muted">
          The newest {drafts.length} of {count(total)} files.
        </p>
      )}
    </>
  );
}
