// The body of a write: checked to be JSON, form or CSV, and handed to PostgreSQL as the text it came in.
import { badBody } from "../rest-error.ts";

export interface Payload {
  /** JSON text of an array of objects, or of one object. */
  json: string;
  isArray: boolean;
  /** Keys of every object; null when they were not looked at because `columns` names them. */
  keys: string[] | null;
  isEmpty: boolean;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** As many columns as a table of PostgreSQL can have. */
const maxFields = 1600;

export function readPayload(contentType: string, body: string, columns: string[] | null): Payload {
  const type = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  if (type === "text/csv") return fromRows(csvRows(body), columns);
  if (type === "application/x-www-form-urlencoded") {
    // Reading a hundred thousand fields would keep everybody waiting for a second.
    if (body.split("&", maxFields + 1).length > maxFields) throw badBody(`A form has at most ${maxFields} fields`);
    const values = Object.fromEntries(new URLSearchParams(body));
    return { json: JSON.stringify(values), isArray: false, keys: Object.keys(values), isEmpty: false };
  }
  if (
    type !== "" &&
    type !== "application/json" &&
    type !== "application/vnd.pgrst.object+json" &&
    !type.endsWith("+json")
  )
    throw badBody(`Content-Type not acceptable: ${type}`);
  return fromJson(body, columns);
}

function fromJson(body: string, columns: string[] | null): Payload {
  if (body.trim() === "") return { json: "{}", isArray: false, keys: columns ?? [], isEmpty: columns === null };
  const value = parseJson(body);
  if (isObject(value)) {
    const keys = columns ?? Object.keys(value);
    return { json: body, isArray: false, keys, isEmpty: false };
  }
  if (!Array.isArray(value) || !value.every(isObject)) throw badBody("Empty or invalid json");
  if (columns !== null) return { json: body, isArray: true, keys: columns, isEmpty: value.length === 0 };
  const keys = Object.keys(value[0] ?? {});
  const same = new Set(keys);
  for (const row of value) {
    const own = Object.keys(row);
    if (own.length !== same.size || !own.every((key) => same.has(key))) throw badBody("All object keys must match");
  }
  return { json: body, isArray: true, keys, isEmpty: value.length === 0 };
}

export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw badBody("Empty or invalid json");
  }
}

function fromRows(rows: Record<string, string | null>[], columns: string[] | null): Payload {
  const keys = columns ?? Object.keys(rows[0] ?? {});
  return { json: JSON.stringify(rows), isArray: true, keys, isEmpty: rows.length === 0 };
}

/** RFC 4180; the word NULL is null, as PostgREST reads it. */
function csvRows(text: string): Record<string, string | null>[] {
  const lines: string[][] = [];
  let line: string[] = [];
  const pattern = /("[^"]*(?:""[^"]*)*"|[^",\r\n]*)(,|\r\n?|\n|$)/y;
  for (;;) {
    const match = pattern.exec(text);
    // Quotes where none may be: what was meant cannot be known, and nothing is guessed or left out.
    if (match === null) throw badBody("Empty or invalid csv");
    const cell = match[1] ?? "";
    line.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (match[2] !== ",") {
      lines.push(line);
      line = [];
    }
    if (match[2] === "") break;
  }
  const [header, ...rest] = lines.filter((cells) => cells.length > 1 || cells[0] !== "");
  if (header === undefined) throw badBody("Empty or invalid csv");
  return rest.map((cells) => {
    if (cells.length !== header.length) throw badBody("All lines must have same number of fields");
    return Object.fromEntries(
      header.map((name, index) => [name, cells[index] === "NULL" ? null : (cells[index] ?? null)]),
    );
  });
}
