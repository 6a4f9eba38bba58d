// What narrows a list: conditions on any field of a record or of records related to it, joined by and or by or, with groups one level deep
// that are joined by the other word. One tree for lists, counts, bulk actions, files and saved views.
import * as z from "zod/mini";
import type { Field } from "./entity.ts";

export const operators = [
  "is",
  "not",
  "contains",
  "lacks",
  "before",
  "after",
  "between",
  "last",
  "next",
  "more",
  "less",
  "empty",
  "filled",
] as const;
export type Operator = (typeof operators)[number];

export const conditionSchema = z.object({
  /** A field, or a way to one of a related record: "account.type", "deals.stage_id". */
  field: z.string().check(z.minLength(1), z.maxLength(120)),
  op: z.enum(operators),
  /** Choices, ids, days ("2026-11-15"), amounts as typed ("1250.50") or a number of days; two of a range. */
  values: z.array(z.string().check(z.maxLength(200))).check(z.maxLength(50)),
});
export type Condition = z.infer<typeof conditionSchema>;

const groupSchema = z.object({ conditions: z.array(conditionSchema).check(z.minLength(1), z.maxLength(20)) });
export type Group = z.infer<typeof groupSchema>;

export const filterSchema = z.object({
  /** All of the parts, or any of them; a group asks the other of its conditions. */
  match: z.enum(["all", "any"]),
  parts: z.array(z.union([groupSchema, conditionSchema])).check(z.maxLength(20)),
});
export type Filter = z.infer<typeof filterSchema>;
export type Part = Filter["parts"][number];

export const noFilter: Filter = { match: "all", parts: [] };
export const isGroup = (part: Part): part is Group => "conditions" in part;
export const conditionsOf = (filter: Filter): Condition[] =>
  filter.parts.flatMap((part) => (isGroup(part) ? part.conditions : [part]));

/** What can be asked of a field goes by how its values compare. */
export type Shape = "text" | "choice" | "list" | "reference" | "amount" | "day" | "moment";

const shapes: Record<Field["kind"], Shape> = {
  text: "text",
  notes: "text",
  email: "text",
  phone: "text",
  domain: "text",
  "web-address": "text",
  choice: "choice",
  "yes-no": "choice",
  choices: "list",
  tags: "list",
  reference: "reference",
  person: "reference",
  money: "amount",
  percent: "amount",
  count: "amount",
  number: "amount",
  day: "day",
  moment: "moment",
};
export const shapeOf = (field: Field): Shape => shapes[field.kind];

const offered: Record<Shape, readonly Operator[]> = {
  text: ["contains", "lacks", "is", "not", "empty", "filled"],
  choice: ["is", "not", "empty", "filled"],
  list: ["contains", "lacks", "empty", "filled"],
  reference: ["is", "not", "empty", "filled"],
  amount: ["more", "less", "between", "is", "empty", "filled"],
  day: ["last", "next", "before", "after", "between", "is", "empty", "filled"],
  moment: ["last", "next", "before", "after", "between", "is", "empty", "filled"],
};

/** The first is what one starts with. A field that always has a value is never empty. */
export const operatorsOf = (field: Field): readonly Operator[] =>
  offered[shapeOf(field)].filter((op) => !field.required || (op !== "empty" && op !== "filled"));

/** What a field offers to choose from. */
export function choicesOf(field: Field): readonly string[] {
  if (field.kind === "choice" || field.kind === "choices") return field.choices;
  if (field.kind === "tags") return field.tags.map(({ name }) => name);
  return field.kind === "yes-no" ? ["Yes", "No"] : [];
}

/** How many values a condition needs; null for one or more. */
export const arityOf = (op: Operator): 0 | 1 | 2 | null =>
  op === "empty" || op === "filled" ? 0 : op === "between" ? 2 : op === "is" || op === "not" ? null : 1;

/** Whether a condition says all that it needs, so that it can be asked. A range may be open at one end. */
export function isComplete({ op, values }: Condition): boolean {
  if (arityOf(op) === 0) return true;
  return values.some((value) => value.trim() !== "");
}

// In the address -----------------------------------------------------------------------------------------------------
// filter=type.is.Customer & filter=created_at.last.30 & filter=industry.contains.law*open_value.more.1000 (a group)

const isOperator = (word: string): word is Operator => (operators as readonly string[]).includes(word);
const escaped = (value: string) =>
  value.replace(/%|\*|\.(?=\.)|^\.|\.$/g, (sign) =>
    sign === "." ? "%2E" : encodeURIComponent(sign).replace("*", "%2A"),
  );
const unescaped = (value: string) =>
  value.replace(/%(25|2A|2E)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

const writeCondition = ({ field, op, values }: Condition) =>
  [field, op, ...(arityOf(op) === 0 ? [] : [values.map(escaped).join("..")])].join(".");

function readCondition(text: string): Condition | null {
  const words = text.split(".");
  const at = words.findIndex((word, index) => index > 0 && isOperator(word));
  const op = words[at];
  if (op === undefined || !isOperator(op)) return null;
  const rest = words.slice(at + 1).join(".");
  const values = arityOf(op) === 0 ? [] : rest.split("..").map(unescaped);
  const read = conditionSchema.safeParse({ field: words.slice(0, at).join("."), op, values });
  return read.success ? read.data : null;
}

/** One text per part; the word that joins them stands beside (`match`). */
export const writeParts = ({ parts }: Filter): string[] =>
  parts.map((part) => (isGroup(part) ? part.conditions.map(writeCondition).join("*") + "*" : writeCondition(part)));

/** Whatever stands in an address; what cannot be read is left out. */
export function readFilter(parts: readonly string[], match: string | null): Filter {
  const read = parts.slice(0, 20).flatMap((text): Part[] => {
    const conditions = text
      .split("*")
      .flatMap((each) => readCondition(each) ?? [])
      .slice(0, 20);
    const [only] = conditions;
    return text.includes("*") ? (only ? [{ conditions }] : []) : only ? [only] : [];
  });
  return { match: match === "any" ? "any" : "all", parts: read };
}
