// Runs one request's statement in its own transaction as the caller's role. Begin, settings, statement and commit are
// written to the connection together and take one round trip (docs/decisions/031).
import type { PendingQuery, ReservedSql, Row, Sql } from "postgres";
import { isDatabaseAway } from "#server/backend/database/database.ts";
import type { Statement } from "./sql/statement.ts";

export interface Work {
  statement: Statement;
  readOnly: boolean;
  /** Settings of the transaction; the role comes last, because it limits what may be set. */
  settings: [string, string][];
  /** Throws when the result must not be kept; with it the commit waits for the result. */
  check: ((answer: Answer) => void) | null;
  rollback: boolean;
  /** A second statement whose first value is wanted too. */
  also: Statement | null;
}

export type Answer = (Buffer | null)[];

/** PostgreSQL's `unknown`: it infers the type from the context, as it does for a quoted literal. */
const unknownType = 705;

type Raw = PendingQuery<Row[]>;

export function createRunner(sql: Sql) {
  const shapes = new PreparedShapes();

  function query(connection: ReservedSql, { text, values }: Statement): Raw {
    const parameters = values.map((value) => (value === null ? null : sql.typed(value, unknownType)));
    // A statement without values would go over the simple protocol, which cannot be prepared.
    const options = { prepare: shapes.isWorthPreparing(text), simple: false };
    return connection.unsafe<Row[]>(text, parameters as never[], options);
  }

  return async function run(work: Work): Promise<{ rows: Answer[]; also: Answer | null }> {
    const connection = await sql.reserve();
    let away = false;
    try {
      const begin = connection.unsafe(work.readOnly ? "begin read only" : "begin").execute();
      const settings = query(connection, settingsStatement(work.settings)).execute();
      const also = work.also === null ? null : query(connection, work.also).raw().execute();
      const main = query(connection, work.statement).raw().execute();
      const end = () => connection.unsafe(work.rollback ? "rollback" : "commit").execute();
      const early = work.check === null ? end() : null;
      const results = await Promise.allSettled([begin, settings, also, main]);
      try {
        for (const result of results) if (result.status === "rejected") throw result.reason;
        const rows = [...(await main)] as unknown as Answer[];
        work.check?.(rows[0] ?? []);
        await (early ?? end());
        return { rows, also: also === null ? null : (([...(await also)] as unknown as Answer[])[0] ?? null) };
      } catch (error) {
        away = isDatabaseAway(error);
        if (!away)
          await (early ?? connection.unsafe("rollback")).catch((failure: unknown) => (away = isDatabaseAway(failure)));
        else early?.catch(() => {});
        throw error;
      }
    } finally {
      // A lost connection has already left the pool's hands; giving it back would bring it back dead.
      if (!away) connection.release();
    }
  };
}

/** One value comes back rather than every setting. */
function settingsStatement(settings: readonly [string, string][]): Statement {
  const values = settings.flat();
  const calls = settings.map((_, index) => `length(set_config($${2 * index + 1}, $${2 * index + 2}, true))`);
  return { text: `select ${calls.join(" + ")}`, values };
}

/**
 * Prepared statements stay in each backend's memory. Only shapes that come again are prepared, and only so many:
 * nobody fills the memory by asking a new question each time.
 */
class PreparedShapes {
  readonly #seen = new Set<string>();
  readonly #prepared = new Set<string>();
  static readonly #most = 300;

  isWorthPreparing(text: string): boolean {
    if (this.#prepared.has(text)) return true;
    if (text.length > 20_000 || this.#prepared.size >= PreparedShapes.#most) return false;
    if (this.#seen.delete(text)) {
      this.#prepared.add(text);
      return true;
    }
    if (this.#seen.size >= PreparedShapes.#most) this.#seen.clear();
    this.#seen.add(text);
    return false;
  }
}
