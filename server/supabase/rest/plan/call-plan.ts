// Which function a call means, and with which arguments.
import { keyOf, type Argument, type Catalog, type Role, type Routine } from "../catalog/catalog-types.ts";
import { isBodyFunction } from "../catalog/load-catalog.ts";
import { denied, RestError } from "../rest-error.ts";
import { nearest } from "./nearest.ts";

/** By name, as text. */
export interface TextArguments {
  kind: "text";
  values: Map<string, string[]>;
}

export type CallArguments =
  /** By name, in one JSON object. */
  | { kind: "json"; json: string }
  | TextArguments
  /** The body itself is the one, unnamed argument. */
  | { kind: "body"; body: string };

export interface CallPlan {
  routine: Routine;
  given: Argument[];
  args: CallArguments;
}

export interface CallRequest {
  schema: string;
  name: string;
  keys: string[];
  /** Media type of a POST body, or null. */
  bodyType: string | null;
  role: Role;
}

const typesOfBody: Record<string, string[]> = {
  "application/json": ["json", "jsonb"],
  "text/plain": ["text"],
  "text/xml": ["xml"],
  "application/octet-stream": ["bytea"],
};

export function findRoutine(catalog: Catalog, request: CallRequest): { routine: Routine; takesBody: boolean } {
  const all = catalog.routines.get(keyOf(request.schema, request.name)) ?? [];
  const named = all.filter(({ roles }) => roles.has(request.role));
  // Closed to the caller: its arguments are not told.
  if (all.length > 0 && named.length === 0) throw denied(request.role, "function", request.name);
  const keys = new Set(request.keys);
  const rawBody = request.bodyType !== null && request.bodyType !== "application/json";
  const byName = rawBody ? [] : named.filter((routine) => fits(routine, keys));
  const accepts = request.bodyType === null ? [] : (typesOfBody[request.bodyType] ?? []);
  const byBody = named.filter(({ args }) => isBodyFunction(args) && accepts.includes(args[0]?.type ?? ""));
  const found = byName.length === 0 ? byBody : byName;
  if (found.length > 1) throw ambiguous(found);
  const [routine] = found;
  if (!routine) throw missing(catalog, request, named);
  return { routine, takesBody: isBodyFunction(routine.args) };
}

function fits({ args }: Routine, keys: ReadonlySet<string>): boolean {
  const names = new Set(args.map(({ name }) => name));
  return (
    [...keys].every((key) => names.has(key)) &&
    args.every(({ name, required, variadic }) => !required || variadic || keys.has(name))
  );
}

function ambiguous(found: readonly Routine[]): RestError {
  const [{ schema, name } = { schema: "", name: "" }] = found;
  const signatures = found
    .map(({ args }) => args.map((arg) => `${arg.name} => ${arg.type}`).join(", "))
    .sort()
    .map((list) => `${schema}.${name}(${list})`);
  return new RestError(
    300,
    "PGRST203",
    `Could not choose the best candidate function between: ${signatures.join(", ")}`,
    {
      hint: "Try renaming the parameters or the function itself in the database so function overloading can be resolved",
    },
  );
}

const maxNamedKeys = 100;

function missing(catalog: Catalog, request: CallRequest, named: readonly Routine[]): RestError {
  const { schema, name, bodyType } = request;
  // A function has at most a hundred arguments; anyone who sends more need not have all of them told back.
  const keys = request.keys.length > maxNamedKeys ? [...request.keys.slice(0, maxNamedKeys), "..."] : request.keys;
  const label = `${schema}.${name}`;
  const single: Record<string, string> = {
    "text/plain": "text",
    "text/xml": "xml",
    "application/octet-stream": "bytea",
  };
  const onlyBody = bodyType === null ? undefined : single[bodyType];
  const without = keys.length === 0;
  const shown = without ? " without parameters" : `(${keys.join(", ")})`;
  const searched =
    onlyBody !== undefined
      ? ` with a single unnamed ${onlyBody} parameter`
      : (without ? " without parameters" : ` with parameter${keys.length > 1 ? "s" : ""} ${keys.join(", ")}`) +
        (bodyType === "application/json" ? " or with a single unnamed json/jsonb parameter" : "");
  return new RestError(
    404,
    "PGRST202",
    `Could not find the function ${label}${onlyBody === undefined ? shown : ""} in the schema cache`,
    {
      details: `Searched for the function ${label}${searched}, but no matches were found in the schema cache.`,
      hint: onlyBody === undefined ? hintFor(catalog, { ...request, keys }, named) : null,
    },
  );
}

const list = (names: readonly string[]) => `(${names.toSorted().join(", ")})`;

function hintFor(
  catalog: Catalog,
  { schema, name, keys, role }: CallRequest,
  named: readonly Routine[],
): string | null {
  if (named.length > 0) {
    const close = nearest(
      list(keys),
      named.map(({ args }) => list(args.map((arg) => arg.name))),
      0.33,
    );
    return close === null ? null : `Perhaps you meant to call the function ${schema}.${name}${close}`;
  }
  const names = [...catalog.routines.values()].flatMap((group) =>
    group.filter((routine) => routine.schema === schema && routine.roles.has(role)),
  );
  const close = nearest(
    name,
    names.map((routine) => routine.name),
  );
  return close === null ? null : `Perhaps you meant to call the function ${schema}.${close}`;
}
