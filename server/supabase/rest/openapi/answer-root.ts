// GET /: the OpenAPI document of the exposed schema, with what the caller may use.
import type { Engine } from "../engine.ts";
import { negotiate } from "../request/media-type.ts";
import { badMethod } from "../rest-error.ts";
import type { RestRequest } from "../rest-request.ts";
import { respond, type Reply } from "../respond.ts";
import { openapiDocument, type Usable } from "./openapi-document.ts";

const usable = `
select json_build_object(
  'relations', (select coalesce(json_agg(c.relname), '[]') from pg_class c
    where c.relnamespace = (select oid from pg_namespace where nspname = $1)
      and c.relkind in ('r', 'v', 'm', 'f', 'p')
      and (has_table_privilege(c.oid, 'select, insert, update, delete') or has_any_column_privilege(c.oid, 'select'))),
  'routines', (select coalesce(json_agg(p.proname), '[]') from pg_proc p
    where p.pronamespace = (select oid from pg_namespace where nspname = $1) and has_function_privilege(p.oid, 'execute'))
)::text`;

/** For who is signed in and has no role: the tables and functions of the back office are no business of theirs. */
const nothing: Usable = { relations: [], routines: [] };

export async function answerRoot(engine: Engine, request: RestRequest): Promise<Reply> {
  if (request.method !== "GET" && request.method !== "HEAD") throw badMethod(request.method);
  const media = negotiate(request.headers.get("accept"), { scalar: false, plan: false, openapi: true });
  const { rows } = await engine.run(request, {
    statement: { text: usable, values: [request.schema] },
    readOnly: true,
    check: null,
    rollback: false,
    also: null,
  });
  const isMember = request.caller.role === "authenticated" && !request.rights.isTrusted;
  const allowed: Usable = isMember ? nothing : JSON.parse(rows[0]?.[0] ?? "{}");
  const document = openapiDocument(request.catalog, request.schema, allowed);
  return respond(request, 200, { "content-type": media.contentType }, JSON.stringify(document));
}
