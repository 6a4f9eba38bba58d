// Files that were read, and taking one out again that was read in the wrong way.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatDay } from "#domain/days.ts";
import { may } from "#app/lib/access.ts";
import { countOf } from "#app/lib/formats.ts";
import { Button } from "#app/ui/button.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { type BankFile, filesQuery, undoFile, useBankWork } from "./bank-data.ts";

export function FilesPanel() {
  const files = useQuery(filesQuery).data ?? [];
  const [out, setOut] = useState<BankFile | null>(null);
  const work = useBankWork(
    undoFile,
    () => "The file was taken out",
    () => setOut(null),
  );
  if (files.length === 0) return null;
  return (
    <section aria-label="Files that were read" className={panelClass}>
      <header className="border-b border-line px-4 py-2.5">
        <h2 className="text-small font-[640]">Files that were read</h2>
      </header>
      <ul className="text-caption">
        {files.map((file) => {
          const days = file.statements
            .flatMap(({ starts_on, ends_on }) => (starts_on && ends_on ? [starts_on, ends_on] : []))
            .toSorted();
          return (
            <li
              key={file.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-2 last:border-0"
            >
              <span className="min-w-0">
                <b className="block font-semibold wrap-anywhere">{file.file_name}</b>
                <span className="text-muted">
                  {days.length > 0 && `${formatDay(days[0]!)} to ${formatDay(days.at(-1)!)}, `}
                  {countOf(file.added, "booking")}
                  {file.known > 0 && `, ${file.known} known before`}, {file.who}
                </span>
              </span>
              {may("cash", "money") && file.matched === 0 && (
                <Button size="compact" variant="line" onClick={() => setOut(file)}>
                  Take out
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {out && (
        <FormDialog
          title="Take the file out"
          narrow
          danger
          confirm="Take out"
          autofocus="keep"
          busy={work.isPending}
          onConfirm={() => work.mutate(out.id)}
          onClose={() => setOut(null)}
        >
          <p>
            {countOf(out.added, "booking")} of {out.file_name} go. Nothing was booked by them. The file can be read
            again.
          </p>
        </FormDialog>
      )}
    </section>
  );
}
