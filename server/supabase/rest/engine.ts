// What answering needs beside the request itself.
import type { Media } from "./request/media-type.ts";
import type { PlanCache } from "./plan-cache.ts";
import type { Reply } from "./respond.ts";
import type { RestRequest } from "./rest-request.ts";
import type { Ran, Work } from "./run-statement.ts";
import type { Statement } from "./sql/statement.ts";

export interface Engine {
  /** In a transaction as the caller. */
  run(request: RestRequest, work: Omit<Work, "settings">): Promise<Ran>;
  plans: PlanCache;
  /** Reads the catalog again. */
  reload(): Promise<void>;
  maxRows: number;
  explain(request: RestRequest, statement: Statement, media: Media, readOnly: boolean): Promise<Reply>;
}
