// OPTIONS: which methods a table or function takes. Cross-origin headers are the application's business.
import { keyOf } from "./catalog/catalog-types.ts";
import { findRelation } from "./answer-read.ts";
import type { Reply } from "./respond.ts";
import type { RestRequest } from "./rest-request.ts";
import { findRoutine } from "./plan/call-plan.ts";

export function answerOptions(request: RestRequest): Reply {
  return { status: 200, headers: { allow: methodsOf(request).join(",") }, body: null };
}

function methodsOf(request: RestRequest): string[] {
  const { target, catalog, schema } = request;
  if (target.kind === "root") return ["OPTIONS", "GET", "HEAD"];
  if (target.kind === "function") {
    const named = catalog.routines.get(keyOf(schema, target.name)) ?? [];
    const routines = named.filter(({ roles }) => roles.has(request.caller.role));
    const volatile = routines.some((routine) => routine.volatile);
    if (routines.length === 0)
      findRoutine(catalog, { schema, name: target.name, keys: [], bodyType: null, role: request.caller.role });
    return volatile ? ["OPTIONS", "POST"] : ["OPTIONS", "GET", "HEAD", "POST"];
  }
  const relation = findRelation(request, target.name);
  const methods = ["OPTIONS", "GET", "HEAD"];
  if (relation.insertable) methods.push("POST");
  if (relation.insertable && relation.updatable && relation.primaryKey.length > 0) methods.push("PUT");
  if (relation.updatable) methods.push("PATCH");
  if (relation.deletable) methods.push("DELETE");
  return methods;
}
