// An entry of the audit log in words, for the table and for its CSV file.
import type { Json } from "#app/lib/database.types.ts";
import { csvLine } from "#domain/csv-text.ts";
import type { Act } from "./audit-data.ts";

export const capitalized = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

function valueText(value: Json | undefined): string {
  if (value === null || value === undefined) return "none";
  if (typeof value === "boolean") return value ? "on" : "off";
  if (Array.isArray(value)) return value.length > 5 ? `${value.length} of them` : value.map(valueText).join(", ");
  if (typeof value === "object")
    return Object.entries(value)
      .map(([name, inner]) => `${name.replaceAll("_", " ")} ${valueText(inner)}`)
      .join(", ");
  return String(value);
}

const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** "off → on", "domain cap: 10 → 5", "records 12". */
export function changeText({ was, becomes }: Pick<Act, "was" | "becomes">): string {
  if (was === null && becomes === null) return "";
  if (was === null || becomes === null) return valueText(was ?? becomes);
  if (!isObject(was) || !isObject(becomes)) return `${valueText(was)} → ${valueText(becomes)}`;
  return [...new Set([...Object.keys(was), ...Object.keys(becomes)])]
    .map((name) => `${name.replaceAll("_", " ")}: ${valueText(was[name])} → ${valueText(becomes[name])}`)
    .join(", ");
}

const text = (value: Json) => (value === null ? "" : JSON.stringify(value));

/** The file has the values as they are kept, so that nothing is lost in words. */
export const actsCsv = (acts: readonly Act[]): string[] => [
  csvLine(["When", "Who", "Account", "What", "On what", "From", "To", "Request"]),
  ...acts.map((act) =>
    csvLine([
      act.at,
      act.actor_name,
      act.actor_id ?? "",
      act.act,
      act.subject ?? "",
      text(act.was),
      text(act.becomes),
      act.request_id,
    ]),
  ),
];
