// A filter from here to there, in the address as "2026-01-01..2026-03-31"; either end may be open.
import type { Condition } from "./field-kind.ts";

export interface Range {
  from: string;
  to: string;
}

export function splitRange(value: string): Range {
  const [from = "", to = ""] = value.split("..", 2);
  return { from, to };
}

export const joinRange = ({ from, to }: Range): string => (from || to ? `${from}..${to}` : "");

/** The conditions of a range whose ends `read` understands; null when it understands neither. */
export function readRange(value: string, read: (end: string) => string | null): Condition[] | null {
  const { from, to } = splitRange(value);
  const [least, most] = [from && read(from), to && read(to)];
  const conditions: Condition[] = [];
  if (least) conditions.push(["gte", least]);
  if (most) conditions.push(["lte", most]);
  return conditions.length > 0 ? conditions : null;
}
