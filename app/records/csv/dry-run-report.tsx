import type { Entity } from "#domain/entity.ts";
import { countOf, formatNumber } from "#app/lib/formats.ts";
import { Button } from "#app/ui/button.tsx";
import { countOutcome, dryRunFile, type Planned, reasonText } from "./dry-run.ts";
import type { BadRow } from "./match-columns.ts";
import type { CsvTable } from "#domain/read-csv.ts";
import { saveFile } from "./save-file.ts";

/** What would be made, changed and skipped by the present choices; the reasons of each row are in a file. */
export function DryRun({
  entity,
  table,
  plan,
  bad,
  loading,
}: {
  entity: Entity;
  table: CsvTable;
  plan: readonly Planned[];
  bad: readonly BadRow[];
  loading: boolean;
}) {
  if (loading) return <p className="text-muted">Loading...</p>;
  const skipped = plan.filter(({ outcome }) => outcome === "skip");
  return (
    <section aria-label="Dry run" className="grid gap-2">
      <output>
        Nothing is imported yet. {countOf(countOutcome(plan, "create"), entity.one, entity.many)} would be created,{" "}
        {formatNumber(countOutcome(plan, "change"))} changed, {countOf(countOutcome(plan, "skip"), "row")} skipped.
      </output>
      {skipped.length > 0 && (
        <ul className="max-h-32 overflow-y-auto rounded-1 bg-nil px-3 py-2 text-caption">
          {skipped.slice(0, 20).map((part) => (
            <li key={`${part.reason} ${part.field}`}>
              {countOf(part.lines.length, "row")}: {reasonText(entity, part)} (line {part.lines.slice(0, 5).join(", ")}
              {part.lines.length > 5 && " and more"})
            </li>
          ))}
        </ul>
      )}
      <Button
        variant="line"
        size="compact"
        icon="download"
        className="justify-self-start"
        onClick={() => saveFile(`${entity.many}-dry-run.csv`, dryRunFile(entity, table, plan, bad))}
      >
        Download what would happen
      </Button>
    </section>
  );
}
