// What PostgreSQL's values are in JavaScript, where that differs from the driver's own idea.
import { types } from "pg";

type Parse = (text: string) => unknown;

const asText: Parse = (text) => text;
const asInstant: Parse = (text) => new Date(text);

/** A number as long as it is exact. Anyone who expects greater ones reads them as text: `column::text`. */
export function asExactNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} is too great for a number; select it as text.`);
  return number;
}

const { DATE, INT8, INTERVAL, TIMESTAMP, TIMESTAMPTZ } = types.builtins;
const [dates, int8s, intervals, timestamps, timestamptzs, texts] = [1182, 1016, 1187, 1115, 1185, 1009];

const splitArray = types.getTypeParser(texts) as (text: string) => (string | null)[];
const arrayOf =
  (parse: Parse): Parse =>
  (text) =>
    splitArray(text).map((item) => (item === null ? null : parse(item)));

const byType = new Map<number, Parse>();
function read(type: number, array: number, parse: Parse): void {
  byType.set(type, parse).set(array, arrayOf(parse));
}
read(DATE, dates, asText); // A day is no instant: midnight in one place is another day elsewhere.
read(INTERVAL, intervals, asText);
read(INT8, int8s, asExactNumber as Parse);
read(TIMESTAMP, timestamps, asInstant);
read(TIMESTAMPTZ, timestamptzs, asInstant);

type GetTypeParser = typeof types.getTypeParser;

export const valueTypes = {
  getTypeParser: ((oid: number, format?: "text") =>
    byType.get(oid) ?? types.getTypeParser(oid, format)) as GetTypeParser,
};

/** Everything as PostgreSQL writes it, for those who pass it on. */
export const textOnly = { getTypeParser: (() => asText) as GetTypeParser };
