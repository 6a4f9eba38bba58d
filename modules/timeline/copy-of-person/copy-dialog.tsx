// A person asks what is kept about them: counted here, and saved as a page to send them.
import { useQuery } from "@tanstack/react-query";
import { officeDayOf } from "#app/lib/office-time.ts";
import { countOf } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { saveBlob } from "#app/records/csv/save-file.ts";
import { useRecordsContext } from "#app/records/records-context.ts";
import { Button } from "#app/ui/button.tsx";
import { FieldError } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { currentTime } from "#domain/clock.ts";
import { copyOfPersonQuery } from "./copy-data.ts";
import { copyAsJson, copyAsPage, type CopiedPart, plainWords, type TitledPart } from "./copy-page.ts";

function useTitled(parts: readonly CopiedPart[]): TitledPart[] {
  const { copyWordsOf, entities } = useRecordsContext();
  return parts.map((part) => {
    const told = copyWordsOf(part.part);
    const many = entities.find(({ table }) => table === part.part)?.many ?? part.part;
    return { ...part, title: told?.title ?? plainWords(many), about: told?.about };
  });
}

export default function CopyDialog({
  record,
  title,
  onClose,
}: {
  record: { id: string };
  title: string;
  onClose: () => void;
}) {
  const copy = useQuery(copyOfPersonQuery(record.id));
  const parts = useTitled(copy.data ?? []);
  const closed = parts.flatMap(({ rows }) => rows).filter((row) => row.words_are_closed === true).length;
  const save = (ending: "html" | "json") => {
    const made = officeDayOf(currentTime());
    saveBlob(
      `kept-${title.replaceAll(/[^\p{L}\p{N}]+/gu, "-").toLowerCase()}-${made}.${ending}`,
      ending === "html"
        ? new Blob([copyAsPage(title, made, parts)], { type: "text/html;charset=utf-8" })
        : new Blob([copyAsJson(title, made, parts)], { type: "application/json" }),
    );
  };
  return (
    <FormDialog
      narrow
      title="Copy of their data"
      keep="Close"
      confirm="Save as a page"
      icon="download"
      blocked={!copy.data}
      onConfirm={() => save("html")}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        Every record that names {title}, as far as you may read it. Files are named, not included. That you made a copy
        is in the audit log.
      </p>
      {copy.isPending && <LoadingRows rows={4} />}
      {copy.isError && (
        <div role="alert" className="mt-3 flex flex-wrap items-center gap-3">
          <FieldError>{messageOf(copy.error)}</FieldError>
          <Button variant="line" size="compact" disabled={copy.isFetching} onClick={() => void copy.refetch()}>
            Try again
          </Button>
        </div>
      )}
      {copy.data && (
        <>
          <ul aria-label="What is in it" className="mt-3 border-y border-line">
            {parts.map(({ part, title: name, rows, left_out }) => (
              <li key={part} className="flex justify-between gap-4 border-b border-line py-1.5 last:border-0">
                <span className="min-w-0 wrap-anywhere">{name}</span>
                <span className="shrink-0 text-muted tabular-nums">
                  {rows.length}
                  {left_out > 0 && `, ${left_out} more left out`}
                </span>
              </li>
            ))}
          </ul>
          {closed > 0 && (
            <p className="mt-3">
              {countOf(closed, "mail")} with people and day only: the words are in mailboxes whose owners do not share
              them. Ask the owners for their copy.
            </p>
          )}
          <p className="mt-3">
            <Button variant="line" size="compact" onClick={() => save("json")}>
              Save as JSON
            </Button>
          </p>
        </>
      )}
    </FormDialog>
  );
}
