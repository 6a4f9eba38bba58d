import type { TimeField } from "#domain/entity.ts";
import type { KitRecord } from "../entity.ts";

/** What happened at a time, or is to happen: "Call", "Send the offer". */
export function whatOf({ what, words }: TimeField, record: KitRecord): string {
  const said = what ? String(record[what] ?? "") : "";
  return words?.[said] ?? said;
}
