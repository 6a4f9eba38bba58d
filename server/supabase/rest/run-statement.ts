// Runs one request's statement in its own transaction as the caller's role.
import type { PendingQuery, Row, Sql, TransactionSql } from "postgres";
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

/** Not with `sql.reserve()`: after a lost connection that waits for ever (postgres 3.4.9 forgets whom it reconnects for). */
export function createRunner(sql: Sql) {
  const shapes = new PreparedShapes();

  function query(transaction: TransactionSql, { text, values }: Statement): Raw {
    const parameters = values.map((value) => (value === null ? null : sql.typed(value, unknownType)));
    // A statement without values would go over the simple protocol, which cannot be prepared.
    const options = { prepare: shapes.isWorthPreparing(text), simple: false };
    return transaction.unsafe<Row[]>(text, parameters as never[], options);
  }

  async function attempt(work: Work): Promise<Ran> {
    let begun = false;
    let ran: Ran | null = null;
    try {
      await sql.begin(work.readOnly ? "read only" : "read write", async (transaction) => {
        begun = true;
        ran = await inTransaction(work, (statement) => query(transaction, statement));
        if (work.rollback) throw new RollBack();
      });
    } catch (error) {
      if (error instanceof RollBack && ran !== null) return ran;
      if (!begun) onlyIfStale(error);
      throw error;
    }
    return ran ?? { rows: [], also: null };
  }

  return (work: Work) => onFreshConnection(() => attempt(work), work.readOnly);
}

async function inTransaction(work: Work, query: (statement: Statement) => Raw): Promise<Ran> {
  // Sent together; awaited one after the other, so that the first to fail is the one that is reported.
  const settings = query(settingsStatement(work.settings)).execute();
  const also = work.also === null ? null : query(work.also).raw().execute();
  const main = query(work.statement).raw().execute();
  for (const sent of [settings, also, main]) sent?.catch(() => {});
  await settings;
  const expected = also === null ? null : (asAnswers(await also)[0] ?? null);
  const rows = asAnswers(await main);
  work.check?.(rows[0] ?? []);
  return { rows, also: expected };
}

export interface Ran {
  rows: Answer[];
  also: Answer | null;
}

/** Ends a transaction that was only tried. */
class RollBack extends Error {}

/** The connection was gone before anything was answered on it. */
class StaleConnection extends Error {}

/** Closed under our hands, or by an administrator; not refused, which would be so again. */
const staleCodes = new Set(["CONNECTION_CLOSED", "CONNECTION_ENDED", "ECONNRESET", "EPIPE", "57P01"]);

function onlyIfStale(error: unknown): never {
  const isStale = error instanceof Error && "code" in error && staleCodes.has(String(error.code));
  throw isStale ? new StaleConnection("stale connection", { cause: error }) : error;
}

/** A pool notices late that PostgreSQL was restarted. A read that meets such connections is asked again, a few times. */
async function onFreshConnection<T>(attempt: () => Promise<T>, isRead: boolean, tries = 4): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof StaleConnection)) throw error;
    if (!isRead || tries === 1) throw error.cause;
    return onFreshConnection(attempt, isRead, tries - 1);
  }
}

const asAnswers = (rows: Iterable<unknown>) => [...rows] as Answer[];

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
