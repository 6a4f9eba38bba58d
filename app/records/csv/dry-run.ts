// What an import would do, row by row, before it is done: made, changed or skipped, and why. The database plans it; here are the words.
import { type Entity, type Field } from "#domain/entity.ts";
import { call } from "#app/lib/typed-answers.ts";
import { csvLine } from "#domain/csv-text.ts";
import type { BadRow } from "./match-columns.ts";
import type { CsvTable } from "#domain/read-csv.ts";

export interface ImportOptions {
  skipDuplicates: boolean;
  createMissing: boolean;
  /** The field by which rows find the records that they change; null: they change none. */
  matchBy: string | null;
}

/** Rows of the file that have the same fate. */
export interface Planned {
  outcome: "create" | "change" | "skip";
  reason: "" | "in the database" | "in the file" | "missing" | "several" | "same" | "not found";
  /** What the reason speaks of. */
  field: string;
  /** What changes. */
  fields: string[];
  lines: number[];
}

export async function planImport(
  entity: Entity,
  importId: string,
  { skipDuplicates, createMissing, matchBy }: ImportOptions,
  signal: AbortSignal,
): Promise<Planned[]> {
  const args = {
    import: importId,
    kind: entity.table,
    skip_duplicates: skipDuplicates,
    create_missing: createMissing,
    ...(matchBy !== null && { match_by: matchBy }),
  };
  const rows = await call("plan_import", args, signal);
  return rows.map((row) => ({
    ...row,
    outcome: row.outcome as Planned["outcome"],
    reason: row.reason as Planned["reason"],
  }));
}

export const countOutcome = (plan: readonly Planned[], outcome: Planned["outcome"]) =>
  plan.reduce((sum, part) => sum + (part.outcome === outcome ? part.lines.length : 0), 0);

const labelOf = (entity: Entity, name: string) => (entity.fields[name]?.label ?? name).toLowerCase();

/** "Repeats a record in the database, by domain". */
export function reasonText(entity: Entity, { outcome, reason, field, fields }: Planned): string {
  const label = labelOf(entity, field);
  if (outcome === "create") return "";
  if (outcome === "change") return fields.map((name) => labelOf(entity, name)).join(", ");
  if (reason === "in the database") return `Repeats a record in the database, by ${label}`;
  if (reason === "in the file") return `Repeats an earlier row of the file, by ${label}`;
  if (reason === "missing") return `Names a ${label} that does not exist`;
  if (reason === "several") return `Several records have this ${label}`;
  if (reason === "same") return "Nothing to change: the record says the same";
  return `No record has this ${label}, and the row does not say enough for a new one`;
}

const outcomeWords = { create: "Would be created", change: "Would be changed", skip: "Would be skipped" } as const;

/** Every row of the file, in its order: what would become of it and why, then what it says. */
export function dryRunFile(
  entity: Entity,
  table: CsvTable,
  plan: readonly Planned[],
  bad: readonly BadRow[],
): string[] {
  const told = new Map<number, readonly [string, string]>();
  for (const part of plan)
    for (const line of part.lines) told.set(line, [outcomeWords[part.outcome], reasonText(entity, part)]);
  for (const { line, problem } of bad) told.set(line, ["Cannot be imported", problem]);
  return [
    csvLine(["Line", "Result", "Reason", ...table.headings]),
    ...table.rows.map(({ line, cells }) => csvLine([String(line), ...(told.get(line) ?? ["", ""]), ...cells])),
  ];
}

const addresses = new Set<Field["kind"]>(["email", "phone", "domain", "web-address"]);

/** Fields of the file by which a record can be found; those that tell duplicates come first. What many records share, such as an industry, finds
 *  none: only a name, an address, and text that an administrator added, such as a customer number. */
export function matchableFields(entity: Entity, matched: readonly string[]): string[] {
  const same = entity.sameBy ?? [];
  const rank = (name: string) => (same.includes(name) ? same.indexOf(name) : same.length);
  const finds = (name: string) => {
    const kind = entity.fields[name]?.kind ?? "notes";
    return (
      addresses.has(kind) ||
      (kind === "text" && (name === entity.title || same.includes(name) || name.startsWith("own_")))
    );
  };
  return matched.filter(finds).toSorted((one, other) => rank(one) - rank(other));
}
