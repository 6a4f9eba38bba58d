// What answering needs beside the request itself.
import type { Media } from "./request/media-type.ts";
import type { PlanCache } from "./plan-cache.ts";
import type { QuickReads } from "./quick-reads.ts";
import type { RestRequest } from "./rest-request.ts";
import type { createRunner } from "./run-statement.ts";
import type { Statement } from "./sql/statement.ts";

export interface Engine {
  run: ReturnType<typeof createRunner>;
  quick: QuickReads;
  plans: PlanCache;
  maxRows: number;
  timeoutMs: number;
  explain(request: RestRequest, statement: Statement, media: Media, readOnly: boolean): Promise<Response>;
}
