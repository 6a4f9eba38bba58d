// One condition as the data API is asked it: "type.in.(\"Customer\")", in the syntax of its `or` parameter.
import { parseDay } from "#domain/days.ts";
import type { Field } from "#domain/entity.ts";
import { choicesOf, type Condition, shapeOf } from "#domain/filter.ts";
import { parseMoney } from "#domain/money.ts";
import { officeDayOf, officeDayStart } from "#app/lib/office-time.ts";
import { isId } from "../entity.ts";

const quoted = (value: string) => `"${value.replace(/["\\]/g, "\\$&")}"`;
const listed = (values: readonly string[]) => `(${values.map(quoted).join(",")})`;
const pattern = (value: string) => value.replace(/[\\%_]/g, "\\$&");
const either = (logics: readonly string[]) => (logics.length === 1 ? logics[0]! : `or(${logics.join(",")})`);
const both = (logics: readonly string[]) => (logics.length === 1 ? logics[0]! : `and(${logics.join(",")})`);

function later(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** The days that a condition on time means, both included; null for an open end. */
function daysOf({ op, values }: Condition, now: Date): { from: string | null; to: string | null } | null {
  const today = officeDayOf(now);
  const [first, second] = values.map((value) => parseDay(value));
  const count = Number(values[0]);
  const isCount = Number.isInteger(count) && count > 0 && count <= 3660;
  switch (op) {
    case "last":
      return isCount ? { from: later(today, -count), to: today } : null;
    case "next":
      return isCount ? { from: today, to: later(today, count) } : null;
    case "before":
      return first ? { from: null, to: later(first, -1) } : null;
    case "after":
      return first ? { from: later(first, 1), to: null } : null;
    case "between":
      return first || second ? { from: first ?? null, to: second ?? null } : null;
    default:
      return first ? { from: first, to: first } : null;
  }
}

function timeLogic(column: string, condition: Condition, isMoment: boolean, now: Date): string | null {
  const days = daysOf(condition, now);
  if (!days) return null;
  const start = (day: string, plus = 0) => quoted(officeDayStart(day, plus)?.toISOString() ?? day);
  const from = days.from && `${column}.gte.${isMoment ? start(days.from) : days.from}`;
  const to = days.to && (isMoment ? `${column}.lt.${start(days.to, 1)}` : `${column}.lte.${days.to}`);
  return both([from, to].filter((logic) => logic !== null));
}

const amountOf = (field: Field, typed: string): string | null => {
  if (field.kind === "money")
    return parseMoney(typed, "code" in field.currency ? field.currency.code : "USD")?.toString() ?? null;
  const plain = typed.trim().replaceAll(",", "");
  const form = field.kind === "number" ? /^-?\d{1,15}(\.\d{1,10})?$/ : /^-?\d{1,9}$/;
  return form.test(plain) ? plain : null;
};

function amountLogic(column: string, field: Field, { op, values }: Condition): string | null {
  const [first, second] = values.map((value) => amountOf(field, value));
  if (op === "between") {
    const ends = [first && `${column}.gte.${first}`, second && `${column}.lte.${second}`].filter((end) => !!end);
    return ends.length > 0 ? both(ends as string[]) : null;
  }
  if (!first) return null;
  return `${column}.${op === "more" ? "gt" : op === "less" ? "lt" : "eq"}.${first}`;
}

/** Null when its values say nothing that can be asked of this field. */
export function conditionLogic(column: string, field: Field, condition: Condition, now: Date): string | null {
  const { op } = condition;
  const values = condition.values.map((value) => value.trim()).filter((value) => value !== "");
  const shape = shapeOf(field);
  if (op === "empty") return shape === "list" ? `or(${column}.is.null,${column}.eq.{})` : `${column}.is.null`;
  if (op === "filled")
    return shape === "list" ? `and(${column}.not.is.null,${column}.neq.{})` : `${column}.not.is.null`;
  if (shape === "day" || shape === "moment") return timeLogic(column, condition, shape === "moment", now);
  if (shape === "amount") return amountLogic(column, field, condition);
  if (values.length === 0) return null;
  if (shape === "text") {
    const around = op === "contains" || op === "lacks" ? "%" : "";
    const like = (not: string) =>
      values.map((value) => `${column}.${not}ilike.${quoted(`${around}${pattern(value)}${around}`)}`);
    // Those without a value do not say it either.
    return op === "lacks" || op === "not" ? `or(${column}.is.null,${both(like("not."))})` : either(like(""));
  }
  const known = shape === "reference" ? isId : (value: string) => choicesOf(field).includes(value);
  if (!values.every(known)) return null;
  if (shape === "list") {
    const has = (not: string) => values.map((value) => `${column}.${not}cs.${quoted(`{${quoted(value)}}`)}`);
    return op === "lacks" ? `or(${column}.is.null,${both(has("not."))})` : either(has(""));
  }
  const sound = field.kind === "yes-no" ? values.map((value) => String(value === "Yes")) : values;
  return op === "not" ? `or(${column}.is.null,${column}.not.in.${listed(sound)})` : `${column}.in.${listed(sound)}`;
}
