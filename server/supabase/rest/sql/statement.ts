// The one statement of a request: the rows it reads or writes, and around them everything the response needs.
// PostgreSQL writes the body; this process passes it on without reading it.
import type { Media } from "../request/media-type.ts";
import { quote, Values } from "./names.ts";

export interface Statement {
  text: string;
  values: (string | null)[];
}

/** Columns of the answer, in this order. */
export const answerColumns = ["total", "rows", "body", "headers", "status", "location", "inserted"] as const;

export interface Parts {
  /** `with` entries before the final select. */
  ctes: { name: string; sql: string }[];
  /** The rows of the body. */
  rows: string;
  /** Counts all rows, when asked. */
  total: string | null;
  scalar: boolean;
  /** One value or object instead of an array, because a function answers just one. */
  single: boolean;
  media: Media;
  withBody: boolean;
  /** Primary key columns for the Location header. */
  locationKeys: string[];
  countsInserted: boolean;
  /** Whether triggers or functions may have set response headers or the status. */
  runsFunctions: boolean;
}

export function writeStatement(parts: Parts, values: Values): Statement {
  return { text: answerSql(parts, values), values: values.list };
}

export function answerSql(parts: Parts, values: Values): string {
  const setting = (name: string) =>
    parts.runsFunctions ? `nullif(current_setting('response.${name}', true), '')` : "null::text";
  const columns = [
    `${parts.total === null ? "null::bigint" : `(select count(*) from (${parts.total}) c)`} as "total"`,
    `count(*) as "rows"`,
    `${parts.withBody ? bodySql(parts) : "null::text"} as "body"`,
    `${setting("headers")} as "headers"`,
    `${setting("status")} as "status"`,
    `${parts.locationKeys.length === 0 ? "null::text" : locationSql(parts.locationKeys, values)} as "location"`,
    `${parts.countsInserted ? "nullif(current_setting('pgrst.inserted', true), '')" : "null::text"} as "inserted"`,
  ];
  const ctes = parts.ctes.map(({ name, sql }) => `${quote(name)} as (${sql})`).join(", ");
  return `${ctes === "" ? "" : `with ${ctes} `}select ${columns.join(", ")} from (${parts.rows}) r`;
}

function bodySql({ media, scalar, single }: Parts): string {
  const item = scalar ? `r."pgrst_scalar"` : "r";
  const array = `json_agg(${item})`;
  const strip = (sql: string) => (media.stripNulls ? `json_strip_nulls(${sql})` : sql);
  switch (media.kind) {
    case "csv":
      return csvSql(scalar);
    case "geojson":
      return `json_build_object('type', 'FeatureCollection', 'features', coalesce(json_agg(st_asgeojson(r)::json), '[]'))::text`;
    case "text":
    case "xml":
      return `coalesce(string_agg(${item}::text, ''), '')`;
    case "binary":
      return `coalesce(string_agg(encode(${item}::bytea, 'hex'), ''), '')`;
    case "object":
      return `coalesce(${strip(`(${array}->0)`)}::text, 'null')`;
    default:
      return single ? `coalesce(${strip(`(${array}->0)`)}::text, 'null')` : `coalesce(${strip(array)}::text, '[]')`;
  }
}

/** A row in PostgreSQL's text form, `(a,"b c",)`, is a CSV line without its brackets. */
function csvSql(scalar: boolean): string {
  if (scalar) return `'pgrst_scalar' || E'\\n' || coalesce(string_agg(r."pgrst_scalar"::text, E'\\n'), '')`;
  const keys = `(select string_agg(k, ',') from json_object_keys((json_agg(r)->0)) k)`;
  return `coalesce(${keys}, '') || E'\\n' || coalesce(string_agg(substring(r::text, 2, length(r::text) - 2), E'\\n'), '')`;
}

function locationSql(keys: readonly string[], values: Values): string {
  const names = keys.map((key) => values.text(key)).join(", ");
  return `(select json_agg(json_build_array(d.key, coalesce('eq.' || d.value, 'is.null'))) from json_each_text((select row_to_json(s) from "pgrst_source" s limit 1)) d where d.key in (${names}))::text`;
}
