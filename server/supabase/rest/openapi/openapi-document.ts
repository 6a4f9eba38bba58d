// OpenAPI 2.0, as PostgREST writes it, of one schema's tables, views and functions.
import type { Catalog, Column, Relation, Routine } from "../catalog/catalog-types.ts";

type Json = Record<string, unknown>;

const formats: [RegExp, Json][] = [
  [/^(smallint|integer|bigint)$/, { type: "integer" }],
  [/^(numeric|real|double precision|decimal)/, { type: "number" }],
  [/^boolean$/, { type: "boolean" }],
  [/\[\]$/, { type: "array", items: { type: "string" } }],
  [/^jsonb?$/, {}],
];

const shapeOf = (type: string): Json => formats.find(([pattern]) => pattern.test(type))?.[1] ?? { type: "string" };

/** Texts without quotes and cast; of other types only plain values, not expressions such as the next of a sequence. */
function shownDefault(column: Column): Json {
  if (column.default === null) return {};
  if (shapeOf(column.type)["type"] === "string")
    return { default: column.default.replace(/::[^']*$/, "").replace(/^'(.*)'$/s, "$1") };
  try {
    return { default: JSON.parse(column.default) };
  } catch {
    return {};
  }
}

function property(column: Column, relation: Relation): Json {
  const notes = [
    column.description,
    relation.primaryKey.includes(column.name) ? "Note:\nThis is a Primary Key.<pk/>" : null,
  ].filter((note) => note !== null);
  return {
    ...shapeOf(column.type),
    format: column.fullType,
    ...(column.enum.length > 0 ? { enum: column.enum } : {}),
    ...shownDefault(column),
    ...(notes.length > 0 ? { description: notes.join("\n\n") } : {}),
  };
}

function definition(relation: Relation): Json {
  const columns = [...relation.columns.values()];
  const required = columns.filter((column) => !column.nullable).map(({ name }) => name);
  return {
    type: "object",
    ...(relation.description === null ? {} : { description: relation.description }),
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(columns.map((column) => [column.name, property(column, relation)])),
  };
}

const reference = (name: string) => ({ $ref: `#/parameters/${name}` });
const common = ["select", "order", "range", "rangeUnit", "offset", "limit", "preferCount"];

function relationPath(relation: Relation): Json {
  const filters = [...relation.columns.keys()].map((column) => reference(`rowFilter.${relation.name}.${column}`));
  const operation = (parameters: Json[], responses: Json): Json => ({ tags: [relation.name], parameters, responses });
  const body = reference(`body.${relation.name}`);
  const rows = { description: "OK", schema: { type: "array", items: { $ref: `#/definitions/${relation.name}` } } };
  const path: Json = {
    get: operation([...filters, ...common.map(reference)], { 200: rows, 206: { description: "Partial Content" } }),
  };
  if (relation.insertable)
    path["post"] = operation([body, reference("select"), reference("preferPost")], { 201: { description: "Created" } });
  if (relation.updatable)
    path["patch"] = operation([...filters, body, reference("preferReturn")], { 204: { description: "No Content" } });
  if (relation.deletable)
    path["delete"] = operation([...filters, reference("preferReturn")], { 204: { description: "No Content" } });
  return path;
}

function routinePath(routine: Routine): Json {
  const properties = Object.fromEntries(
    routine.args.map(({ name, type }) => [name, { ...shapeOf(type), format: type }]),
  );
  const required = routine.args.filter((arg) => arg.required).map(({ name }) => name);
  const schema = { type: "object", properties, ...(required.length > 0 ? { required } : {}) };
  const shared = {
    tags: [`(rpc) ${routine.name}`],
    ...(routine.description === null ? {} : { summary: routine.description }),
    produces: ["application/json"],
    responses: { 200: { description: "OK" } },
  };
  const query = routine.args.map(({ name, type, required: needed }) => ({
    name,
    in: "query",
    required: needed,
    type: "string",
    format: type,
  }));
  return {
    ...(routine.volatile ? {} : { get: { ...shared, parameters: query } }),
    post: { ...shared, parameters: [{ in: "body", name: "args", required: true, schema }] },
  };
}

const header = (name: string, values?: string[]): Json => ({
  name,
  in: "header",
  required: false,
  type: "string",
  ...(values ? { enum: values } : {}),
});
const queryParameter = (name: string, description: string): Json => ({
  name,
  in: "query",
  required: false,
  type: "string",
  description,
});

/** Names the caller has any privilege on. */
export interface Usable {
  relations: string[];
  routines: string[];
}

export function openapiDocument(catalog: Catalog, schema: string, usable: Usable): Json {
  const relations = [...catalog.relations.values()].filter(
    (relation) => relation.schema === schema && usable.relations.includes(relation.name),
  );
  const routines = [...catalog.routines.values()]
    .flat()
    .filter((routine) => routine.schema === schema && usable.routines.includes(routine.name));
  const parameters: Json = {
    select: queryParameter("select", "Filtering Columns"),
    order: queryParameter("order", "Ordering"),
    offset: queryParameter("offset", "Limiting and Pagination"),
    limit: queryParameter("limit", "Limiting and Pagination"),
    on_conflict: queryParameter("on_conflict", "On Conflict"),
    range: header("Range"),
    rangeUnit: header("Range-Unit"),
    preferCount: header("Prefer", ["count=none", "count=exact", "count=planned", "count=estimated"]),
    preferReturn: header("Prefer", ["return=representation", "return=minimal", "return=none"]),
    preferPost: header("Prefer", [
      "return=representation",
      "return=minimal",
      "return=none",
      "resolution=ignore-duplicates",
      "resolution=merge-duplicates",
    ]),
  };
  for (const relation of relations) {
    parameters[`body.${relation.name}`] = {
      name: relation.name,
      in: "body",
      required: false,
      schema: { $ref: `#/definitions/${relation.name}` },
    };
    for (const column of relation.columns.values())
      parameters[`rowFilter.${relation.name}.${column.name}`] = {
        name: column.name,
        in: "query",
        required: false,
        type: "string",
        format: column.fullType,
      };
  }
  return {
    swagger: "2.0",
    info: { title: "Data API", description: `The ${schema} schema`, version: "14" },
    basePath: "/rest/v1",
    consumes: ["application/json", "application/vnd.pgrst.object+json", "text/csv"],
    produces: ["application/json", "application/vnd.pgrst.object+json", "text/csv"],
    paths: {
      "/": {
        get: {
          tags: ["Introspection"],
          summary: "OpenAPI description (this document)",
          responses: { 200: { description: "OK" } },
        },
      },
      ...Object.fromEntries(relations.map((relation) => [`/${relation.name}`, relationPath(relation)])),
      ...Object.fromEntries(routines.map((routine) => [`/rpc/${routine.name}`, routinePath(routine)])),
    },
    definitions: Object.fromEntries(relations.map((relation) => [relation.name, definition(relation)])),
    parameters,
  };
}
