// One report: title, the finding in a sentence, chart or table, CSV, and one click away how it is counted. The table is always in
// the document; while the chart is shown it is there for screen readers alone, and on paper both are.
import { may } from "#app/lib/access.ts";
import { type ReactNode, Suspense, useId, useState } from "react";
import type { UseQueryResult } from "@tanstack/react-query";
import { messageOf } from "#app/lib/request-error.ts";
import { exportFile } from "#app/records/csv/save-file.ts";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { PartFailure } from "#app/ui/compact/part-failure.tsx";
import { Segmented } from "#app/ui/compact/segmented.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { toast } from "#app/ui/toast.ts";
import { SkeletonBar } from "#app/ui/skeleton.tsx";
import { type Column, reportCsv, ReportTable } from "./report-table.tsx";

/** Of every report that shows money. */
export const netWords = "Amounts are net: without sales tax.";

export function ReportPanel<Row>({
  name,
  file,
  summary,
  definition,
  query,
  columns,
  rows,
  total,
  chart,
  legend,
  controls,
  note,
  className,
}: {
  name: string;
  /** "won-by-month": the CSV file's name without its end. */
  file: string;
  /** One sentence with the main number. */
  summary: string;
  /** What is counted, in words. */
  definition: ReactNode;
  query: Pick<UseQueryResult, "isPending" | "isError" | "error" | "refetch" | "isFetching">;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  total?: Row | undefined;
  chart: ReactNode;
  legend?: ReactNode;
  controls?: ReactNode;
  /** Below the figures: "3 deals were converted". */
  note?: ReactNode;
  className?: string;
}) {
  const id = useId();
  const [shown, show] = useState<"chart" | "table">("chart");
  const [explained, explain] = useState(false);
  const ready = !query.isPending && (!query.isError || rows.length > 0);
  return (
    <section
      aria-labelledby={id}
      data-report={file}
      className={classNames(panelClass, "flex flex-col break-inside-avoid", className)}
    >
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 pt-3.5 pb-3">
        <div className="min-w-0 basis-56 grow">
          <h2 id={id} className="text-small font-[640]">
            {name}
          </h2>
          <p data-summary className="text-caption text-muted">
            {ready ? summary : query.isPending ? <SkeletonBar className="mt-1.5 w-3/5" /> : "Not up to date."}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2 print:hidden">
          <Segmented
            label={`${name}, show as`}
            choices={[
              { id: "chart", name: "Chart" },
              { id: "table", name: "Table" },
            ]}
            chosen={shown}
            onChoose={show}
          />
          {may("reports", "export") && (
            <Button
              variant="line"
              size="compact"
              icon="download"
              disabled={!ready}
              aria-label={`CSV of ${name}`}
              className="max-sm:min-h-11"
              onClick={() =>
                void exportFile(
                  "reports",
                  `${file}.csv`,
                  reportCsv(columns, total === undefined ? rows : [...rows, total]),
                ).catch((error: unknown) =>
                  toast({ title: "Failed to export", text: messageOf(error), tone: "danger" }),
                )
              }
            >
              CSV
            </Button>
          )}
          <Button
            variant="line"
            size="compact"
            icon="info"
            aria-expanded={explained}
            aria-controls={`${id}-definition`}
            aria-label={`Definition of ${name}`}
            className="max-sm:min-h-11"
            onClick={() => explain(!explained)}
          >
            Definition
          </Button>
        </div>
      </header>
      <div
        id={`${id}-definition`}
        hidden={!explained}
        className="mx-4 mb-3 rounded-1 bg-sunken px-3 py-2 text-caption print:block"
      >
        {definition}
      </div>
      {controls && <div className="px-4 pb-3 print:hidden">{controls}</div>}
      {query.isError && (
        <PartFailure
          what={name}
          why={messageOf(query.error)}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        />
      )}
      {query.isPending && (
        <output className="block px-4 pb-4">
          <span className="sr-only">Loading {name}...</span>
          <SkeletonBar className="h-56" />
        </output>
      )}
      {ready && (
        <>
          <div className={shown === "chart" ? "px-4 pb-3" : "hidden px-4 pb-3 print:block"}>
            <Suspense fallback={<SkeletonBar className="h-56" />}>{chart}</Suspense>
            {legend}
          </div>
          <div className={shown === "table" ? "" : "sr-only print:not-sr-only"}>
            <ReportTable name={name} columns={columns} rows={rows} total={total} linked={shown === "table"} />
          </div>
        </>
      )}
      {ready && note && <p className="mt-auto px-4 py-2.5 text-caption text-muted">{note}</p>}
    </section>
  );
}

const fills = {
  solid: "bg-ink",
  hatch: "border border-control bg-[repeating-linear-gradient(115deg,transparent_0_3px,var(--control)_3px_4px)]",
  nil: "border border-control bg-nil",
  flow: "border border-control bg-flow",
  tick: "h-0! border-t-2 border-ink",
} as const;

/** What the fills of a chart mean. */
export const Legend = ({ of }: { of: readonly (readonly [fill: keyof typeof fills, means: string])[] }) => (
  <p className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-caption text-muted">
    {of.map(([fill, means]) => (
      <span key={means} className="inline-flex items-center gap-1.5">
        <i aria-hidden="true" className={classNames("inline-block size-3", fills[fill])} />
        {means}
      </span>
    ))}
  </p>
);
