// Reads of signed-in users in one message: connections that already are the role `authenticated`, and statements that
// set the request's claims themselves. No begin, no role switch, no commit (docs/decisions/031).
import postgres, { type Sql } from "postgres";
import type { Catalog } from "./catalog/catalog-types.ts";
import { searchPathOf } from "./rest-request.ts";
import type { RestRequest } from "./rest-request.ts";
import { type Answer, notingStale, onFreshConnection, PreparedShapes, unknownType } from "./run-statement.ts";
import type { Statement } from "./sql/statement.ts";

export interface QuickReads {
  /** Whether this request needs nothing but its claims set. */
  serves(request: RestRequest): boolean;
  run(statement: Statement, settings: readonly string[]): Promise<Answer>;
  close(): Promise<void>;
}

const role = "authenticated";

export function createQuickReads(sql: Sql, catalog: Catalog, timeoutMs: number): QuickReads {
  const [schema = "public"] = catalog.schemas;
  const shapes = new PreparedShapes();
  const pool = postgres({
    ...sql.options,
    max: Math.max(1, Math.min(6, Math.ceil(sql.options.max * 0.6))),
    // One request at a time on a connection: nobody waits behind someone else's slow read.
    max_pipeline: 0,
    connection: {
      ...sql.options.connection,
      role,
      search_path: searchPathOf(catalog, schema),
      statement_timeout: timeoutMs,
      default_transaction_read_only: "on",
      // What is not set by a request is empty: such a statement sees nothing.
      "request.jwt.claims": "{}",
    },
  } as never) as Sql;
  return {
    serves: (request) =>
      request.caller.role === role &&
      request.schema === schema &&
      request.catalog.roleSettings.get(role) === undefined &&
      !request.headers.get("prefer")?.includes("timezone="),
    async run({ text, values }, settings) {
      const all = [...settings, ...values.slice(settings.length)];
      const parameters = all.map((value) => (value === null ? null : pool.typed(value, unknownType)));
      const options = { prepare: shapes.isWorthPreparing(text), simple: false };
      const ask = () => notingStale(Promise.resolve(pool.unsafe(text, parameters as never[], options).raw()));
      const [row] = await onFreshConnection(ask, true);
      return (row ?? []) as Answer;
    },
    close: () => pool.end({ timeout: 2 }),
  };
}
