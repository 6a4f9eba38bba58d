// CSV import: choose a file, match its columns, see what would happen, then all of it or nothing.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { type Entity, entriesOf } from "#domain/entity.ts";
import { countOf } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { toast } from "#app/ui/toast.ts";
import { useEntity } from "../own-fields.ts";
import { ChooseFile } from "./choose-file.tsx";
import { ColumnMatching } from "./column-matching.tsx";
import { csvLine } from "./csv-text.ts";
import { decodeFile, type Encoding, guessEncoding } from "./decode-file.ts";
import { type Choices, FindingsReport } from "./findings-report.tsx";
import { discardUpload, type Findings, finishImport, uploadAndCheck } from "./import-steps.ts";
import { type BadRow, isNeeded, matchColumns, type Matching, prepareRows } from "./match-columns.ts";
import { PastImports } from "./past-imports.tsx";
import { readCsv } from "./read-csv.ts";
import { saveFile } from "./save-file.ts";
import { takeBackImport } from "./undo-import.ts";

interface ChosenFile {
  name: string;
  bytes: Uint8Array;
  encoding: Encoding;
  sure: boolean;
}

export default function ImportDialog({ entity: given, onClose }: { entity: Entity; onClose: () => void }) {
  const entity = useEntity(given);
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const table = useMemo(() => (file ? readCsv(decodeFile(file.bytes, file.encoding)) : null), [file]);
  const [ownMatching, setOwnMatching] = useState<Matching | null>(null);
  const matching = useMemo(
    () => ownMatching ?? (table ? matchColumns(table.headings, entity.fields) : {}),
    [ownMatching, table, entity],
  );
  const rows = useMemo(() => (table ? prepareRows(table, entity, matching) : null), [table, entity, matching]);
  const { upload, progress, finish, cancel } = useImport(entity, onClose);
  const [choices, setChoices] = useState<Choices>({ skipDuplicates: true, createMissing: true });
  const findings = upload.data;
  const busy = upload.isPending || finish.isPending;
  const unmatched = entriesOf(entity.fields).filter(([name, field]) => isNeeded(field) && !(name in matching));
  const adding = rows && findings ? rows.ready.length - leftOut(findings, choices) : 0;

  const choose = async (chosen: File) => {
    try {
      const bytes = new Uint8Array(await chosen.arrayBuffer());
      const guess = guessEncoding(bytes);
      if (readCsv(decodeFile(bytes, guess.encoding)).rows.length === 0)
        throw new Error("There are no rows below the headings.");
      setOwnMatching(null);
      setFile({ name: chosen.name, bytes, ...guess });
      setRefusal(null);
    } catch (error) {
      setRefusal(messageOf(error));
    }
  };

  const close = () => {
    cancel();
    onClose();
  };
  const error = finish.error ?? upload.error;

  return (
    <Dialog
      open
      onClose={close}
      busy={finish.isPending}
      title={`Import ${entity.many}`}
      footer={
        <>
          <Button variant="line" size="dialog" onClick={close} disabled={finish.isPending}>
            Cancel
          </Button>
          {findings ? (
            <Button
              size="dialog"
              disabled={busy || adding === 0}
              onClick={() => finish.mutate({ importId: findings.importId, choices })}
            >
              {finish.isPending ? "Importing..." : `Import ${countOf(adding, entity.one, entity.many)}`}
            </Button>
          ) : (
            <Button
              size="dialog"
              disabled={busy || !rows || rows.ready.length === 0 || unmatched.length > 0}
              onClick={() => rows && upload.mutate(rows.ready)}
            >
              {upload.isPending ? "Checking..." : `Check ${countOf(rows?.ready.length ?? 0, "row")}`}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4">
        {!file || !table ? (
          <>
            <ChooseFile fields={entity.fields} onChoose={(chosen) => void choose(chosen)} />
            <PastImports entity={entity} />
          </>
        ) : (
          <>
            <ColumnMatching
              entity={entity}
              file={file}
              table={table}
              matching={matching}
              fixed={busy || findings !== undefined}
              onEncoding={(encoding) => setFile({ ...file, encoding, sure: true })}
              onMatch={(name, column) => {
                const { [name]: _old, ...rest } = matching;
                setOwnMatching(column === null ? rest : { ...rest, [name]: column });
              }}
            />
            {unmatched.map(([name, field]) => (
              <p key={name} role="alert" className="text-danger">
                Choose the column for {field.label}.
              </p>
            ))}
            {rows && <RowCounts entity={entity} ready={rows.ready.length} bad={rows.bad} headings={table.headings} />}
            {upload.isPending && (
              <label className="grid gap-1.5">
                Uploading
                <progress value={progress} className="w-full accent-solid" />
              </label>
            )}
            {findings && <FindingsReport entity={entity} findings={findings} choices={choices} onChange={setChoices} />}
            {finish.isPending && (
              <label className="grid gap-1.5">
                Importing
                <progress className="w-full accent-solid" />
              </label>
            )}
          </>
        )}
        {(refusal ?? error) && (
          <p role="alert" className="flex gap-2 rounded-1 bg-danger-bg px-3 py-2.5 text-danger">
            <Icon name="alert" className="mt-px" />
            <span className="min-w-0 wrap-anywhere">
              {refusal ?? messageOf(error)}
              {error && " Nothing was imported."}
            </span>
          </p>
        )}
      </div>
    </Dialog>
  );
}

function useImport(entity: Entity, onClose: () => void) {
  const client = useQueryClient();
  const [progress, setProgress] = useState(0);
  const running = useRef<AbortController | null>(null);
  const waiting = useRef<string | null>(null);
  const cancel = () => {
    running.current?.abort();
    if (waiting.current) void discardUpload(waiting.current);
    waiting.current = null;
  };
  useEffect(() => () => running.current?.abort(), []);

  const upload = useMutation({
    mutationFn: async (rows: Parameters<typeof uploadAndCheck>[1]) => {
      running.current = new AbortController();
      const found = await uploadAndCheck(entity, rows, setProgress, running.current.signal);
      waiting.current = found.importId;
      return found;
    },
  });
  const finish = useMutation({
    mutationFn: ({ importId, choices }: { importId: string; choices: Choices }) =>
      finishImport(entity, importId, choices),
    onSuccess: ({ added, created }, { importId }) => {
      waiting.current = null;
      const made = created > 0 ? `${countOf(created, "record")} created for them.` : undefined;
      toast({
        title: `${countOf(added, entity.one, entity.many)} imported`,
        ...(made && { text: made }),
        seconds: 6,
        action: { label: "Undo", run: () => void takeBackImport(client, entity, importId) },
      });
      void client.invalidateQueries({ queryKey: ["records"] });
      onClose();
    },
  });
  return { upload, progress, finish, cancel };
}

/** How many of the uploaded rows the present choices leave out. */
function leftOut({ duplicates, missing, unmade }: Findings, choices: Choices): number {
  const lines = new Set<number>([...unmade.keys(), ...(choices.skipDuplicates ? duplicates.keys() : [])]);
  if (!choices.createMissing) for (const line of missing.keys()) lines.add(line);
  return lines.size;
}

function RowCounts({
  entity,
  ready,
  bad,
  headings,
}: {
  entity: Entity;
  ready: number;
  bad: BadRow[];
  headings: string[];
}) {
  const download = () =>
    saveFile(`${entity.many}-rows-with-errors.csv`, [
      csvLine(["Line", "Problem", ...headings]),
      ...bad.map(({ line, problem, cells }) => csvLine([String(line), problem, ...cells])),
    ]);
  return (
    <div className="grid gap-2">
      <output>
        {countOf(ready, "row")} can be imported{bad.length > 0 && `, ${countOf(bad.length, "row")} cannot`}.
      </output>
      {bad.length > 0 && (
        <>
          <ul className="max-h-32 overflow-y-auto rounded-1 bg-danger-bg px-3 py-2 text-caption text-danger">
            {bad.slice(0, 20).map(({ line, problem }) => (
              <li key={line}>
                Line {line}: {problem}
              </li>
            ))}
            {bad.length > 20 && <li>and {countOf(bad.length - 20, "more row")}</li>}
          </ul>
          <Button variant="line" size="compact" icon="download" className="justify-self-start" onClick={download}>
            Download rows with errors
          </Button>
        </>
      )}
    </div>
  );
}
