// GET /: the OpenAPI document of the exposed schema.
import { negotiate } from "../request/media-type.ts";
import { badMethod } from "../rest-error.ts";
import type { RestRequest } from "../rest-request.ts";
import { respond } from "../respond.ts";
import { openapiDocument } from "./openapi-document.ts";

export function answerRoot(request: RestRequest): Response {
  if (request.method !== "GET" && request.method !== "HEAD") throw badMethod(request.method);
  const media = negotiate(request.headers.get("accept"), { scalar: false, plan: false, openapi: true });
  const document = openapiDocument(request.catalog, request.schema);
  return respond(request, 200, { "Content-Type": media.contentType }, JSON.stringify(document));
}
