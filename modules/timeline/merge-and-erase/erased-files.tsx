// Stored files that name a person who is about to be erased: each is deleted or kept, and a reason goes with what is kept.
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { classNames } from "#app/ui/class-names.ts";
import { inputClass } from "#app/ui/field.tsx";
import { messageOf } from "#app/lib/request-error.ts";
import { type FileDecision, type NamingFile, namingFilesQuery } from "../timeline-data.ts";

export interface Decision {
  keep: boolean;
  because: string;
}
export type Decisions = Readonly<Record<string, Decision>>;

const signed = "Filed by the server: a signed document";

/** Null while a file waits for its decision, or for the reason to keep it. */
export function decided(found: readonly NamingFile[], decisions: Decisions): FileDecision[] | null {
  const all = found.map(({ versionId: version, readOnly }): FileDecision | null => {
    if (readOnly) return { version, keep: signed };
    const decision = decisions[version];
    if (!decision) return null;
    if (!decision.keep) return { version };
    return decision.because.trim().length >= 3 ? { version, keep: decision.because.trim() } : null;
  });
  return all.every((each) => each !== null) ? all : null;
}

/** Reads on until all are read. */
export function useNamingFiles(contact: string) {
  const query = useInfiniteQuery(namingFilesQuery(contact));
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  const pages = query.data?.pages ?? [];
  return {
    isReading: query.isPending || hasNextPage,
    error: query.error,
    retry: () => void (query.data ? fetchNextPage() : query.refetch()),
    isOff: pages[0] === null,
    found: pages.flatMap((page) => page?.found ?? []),
    unread: pages.flatMap((page) => page?.unread ?? []),
    read: pages.reduce((sum, page) => sum + (page?.read ?? 0), 0),
    inAll: pages[0]?.inAll ?? 0,
  };
}

export function ErasedFiles({
  files,
  decisions,
  onDecide,
}: {
  files: ReturnType<typeof useNamingFiles>;
  decisions: Decisions;
  onDecide: (version: string, decision: Decision) => void;
}) {
  if (files.isOff) return <p className="mt-3 text-muted">Documents are off: stored files are not read.</p>;
  return (
    <>
      {files.isReading && !files.error && (
        <output className="mt-3 block text-muted">
          Reading stored files{files.inAll > 0 && `: ${files.read} of ${files.inAll}`}...
        </output>
      )}
      {files.error && (
        <p role="alert" className="mt-3">
          Stored files could not be read: {messageOf(files.error)}{" "}
          <button type="button" className="underline" onClick={files.retry}>
            Try again
          </button>
        </p>
      )}
      {files.found.length > 0 && (
        <section aria-label="Files that name this person" className="mt-3 rounded-1 border border-line px-3 py-2">
          <h3 className="font-[640]">Files that name this person</h3>
          <ul className="mt-1 grid gap-3">
            {files.found.map((file) => (
              <li key={file.versionId}>
                <File file={file} decision={decisions[file.versionId]} onDecide={onDecide} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {files.unread.length > 0 && (
        <details className="mt-3">
          <summary>
            {files.unread.length === 1 ? "1 file" : `${files.unread.length} files`} cannot be read (pictures, scans,
            encrypted or very large files). Look at them yourself.
          </summary>
          <ul className="mt-1 text-caption wrap-anywhere">
            {files.unread.map(({ versionId, documentId, fileName, no }) => (
              <li key={versionId}>
                <a className="underline" href={`/admin/documents/${documentId}`} target="_blank" rel="noreferrer">
                  {`${fileName}, version ${no}`}
                </a>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function File({
  file,
  decision,
  onDecide,
}: {
  file: NamingFile;
  decision: Decision | undefined;
  onDecide: (version: string, decision: Decision) => void;
}) {
  const { versionId, documentId, fileName, no, readOnly } = file;
  const name = `${fileName}, version ${no}`;
  const because = decision?.because ?? "";
  const choose = (keep: boolean) => onDecide(versionId, { keep, because });
  return (
    <fieldset>
      <legend className="wrap-anywhere">
        <a className="underline" href={`/admin/documents/${documentId}`} target="_blank" rel="noreferrer">
          {name}
        </a>
      </legend>
      {readOnly ? (
        <p className="text-caption text-muted">{`Stays. ${signed}.`}</p>
      ) : (
        <>
          <div className="flex gap-4 text-caption">
            {[false, true].map((keep) => (
              <label key={String(keep)} className="flex min-h-6 items-center gap-2">
                <input type="radio" name={versionId} checked={decision?.keep === keep} onChange={() => choose(keep)} />
                {keep ? "Keep" : "Delete"}
              </label>
            ))}
          </div>
          {decision?.keep && (
            <input
              className={classNames(inputClass("compact"), "mt-1")}
              aria-label={`Why ${name} is kept`}
              placeholder="Why it is kept, such as a duty to keep records"
              maxLength={300}
              value={because}
              onChange={({ target }) => onDecide(versionId, { keep: true, because: target.value })}
            />
          )}
        </>
      )}
    </fieldset>
  );
}
