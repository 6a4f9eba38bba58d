// CSV import: choose a file, match its columns, see what would happen, then all of it or nothing.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { type Entity, entriesOf } from "#domain/entity.ts";
import { countOf, formatNumber } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { toast } from "#app/ui/toast.ts";
import { useEntity } from "../own-fields.ts";
import { ChooseFile } from "./choose-file.tsx";
import { ColumnMatching } from "./column-matching.tsx";
import { csvLine } from "#domain/csv-text.ts";
import { decodeFile, type Encoding, guessEncoding } from "#domain/decode-file.ts";
import { DryRun } from "./dry-run-report.tsx";
import { countOutcome, type ImportOptions, matchableFields, planImport } from "./dry-run.ts";
import { type Choices, FindingsReport } from "./findings-report.tsx";
import { discardUpload, finishImport, uploadAndCheck } from "./import-steps.ts";
import { type BadRow, isNeeded, matchColumns, type Matching, prepareRows } from "./match-columns.ts";
import { PastEdits, PastImports } from "./past-imports.tsx";
import { readCsv } from "#domain/read-csv.ts";
import { rememberedMatchingQuery, rememberMatching } from "./remembered-matching.ts";
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
  const remembered = useQuery(rememberedMatchingQuery(entity, table?.headings ?? null)).data;
  const matching = useMemo(
    () => ownMatching ?? remembered ?? (table ? matchColumns(table.headings, entity.fields) : {}),
    [ownMatching, remembered, table, entity],
  );
  const [wantedMatch, setMatchBy] = useState("");
  const matchable = matchableFields(entity, Object.keys(matching));
  const matchBy = matchable.find((name) => name === wantedMatch) ?? null;
  const changes = matchBy !== null;
  const rows = useMemo(
    () => (table ? prepareRows(table, entity, matching, changes) : null),
    [table, entity, matching, changes],
  );
  const { upload, progress, finish, cancel, goBack } = useImport(entity, matchBy, onClose);
  const [choices, setChoices] = useState<Choices>({ skipDuplicates: true, createMissing: true });
  const findings = upload.data;
  const busy = upload.isPending || finish.isPending;
  // A file that changes records need not say what they are called.
  const unmatched = entriesOf(entity.fields).filter(
    ([name, field]) => matchBy === null && isNeeded(field) && !(name in matching),
  );
  const dryRun = useQuery({
    queryKey: ["import plan", findings?.importId, choices, matchBy],
    queryFn: ({ signal }) => planImport(entity, findings?.importId ?? "", { ...choices, matchBy }, signal),
    enabled: findings !== undefined && !finish.isPending && !finish.isSuccess,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
  const plan = dryRun.data ?? [];
  const report = useRef<HTMLDivElement>(null);
  const isChecked = findings !== undefined && !dryRun.isPending;
  // What would happen is below the columns, further than a dialog shows: it is read before it is agreed to.
  useEffect(() => {
    if (isChecked) report.current?.scrollIntoView({ block: "start" });
  }, [isChecked]);
  const [adding, changing] = [countOutcome(plan, "create"), countOutcome(plan, "change")];

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
  const error = finish.error ?? upload.error ?? dryRun.error;

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
          {findings && (
            <Button variant="line" size="dialog" onClick={goBack} disabled={finish.isPending}>
              Back
            </Button>
          )}
          {findings ? (
            <Button
              size="dialog"
              disabled={busy || dryRun.isFetching || adding + changing === 0}
              onClick={() => {
                if (table) void rememberMatching(entity, table.headings, matching);
                finish.mutate({ importId: findings.importId, options: { ...choices, matchBy } });
              }}
            >
              {finish.isPending
                ? "Importing..."
                : `${matchBy === null ? "Import" : "Import or change"} ${countOf(adding + changing, entity.one, entity.many)}`}
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
            <PastEdits entity={entity} />
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
            <SelectField
              label="Records that exist already"
              size="compact"
              disabled={busy || findings !== undefined}
              value={matchBy ?? ""}
              onChange={(event) => setMatchBy(event.target.value)}
            >
              <option value="">Leave as they are</option>
              {matchable.map((name) => (
                <option key={name} value={name}>
                  Change, found by {entity.fields[name]?.label.toLowerCase() ?? name}
                </option>
              ))}
            </SelectField>
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
            {findings && rows && (
              <div ref={report} className="grid scroll-mt-4 gap-4">
                <FindingsReport {...{ entity, findings, choices }} updates={matchBy !== null} onChange={setChoices} />
                <DryRun {...{ entity, table, plan }} bad={rows.bad} loading={dryRun.isPending} />
              </div>
            )}
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

function useImport(entity: Entity, matchBy: string | null, onClose: () => void) {
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
      const found = await uploadAndCheck(entity, rows, matchBy, setProgress, running.current.signal);
      waiting.current = found.importId;
      return found;
    },
  });
  /** To the columns again: what was uploaded is thrown away. */
  const goBack = () => {
    cancel();
    upload.reset();
  };
  const finish = useMutation({
    mutationFn: ({ importId, options }: { importId: string; options: ImportOptions }) =>
      finishImport(entity, importId, options),
    onSuccess: ({ added, created, changed }, { importId }) => {
      waiting.current = null;
      const made = created > 0 ? `${countOf(created, "record")} created for them.` : undefined;
      toast({
        title: `${countOf(added, entity.one, entity.many)} imported${changed > 0 ? `, ${formatNumber(changed)} changed` : ""}`,
        ...(made && { text: made }),
        seconds: 6,
        action: { label: "Undo", run: () => void takeBackImport(client, entity, importId, "import") },
      });
      void client.invalidateQueries({ queryKey: ["records"] });
      onClose();
    },
  });
  return { upload, progress, finish, cancel, goBack };
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
