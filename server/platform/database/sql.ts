// The way to PostgreSQL for everyone in this process: sql`select ... where id = ${id}` over a pool of connections of `pg`.
import type { Readable, Writable } from "node:stream";
import {
  type ClientConfig,
  DatabaseError,
  escapeLiteral,
  Pool,
  type PoolClient,
  type QueryArrayResult,
  type QueryResult,
} from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { transactionContext } from "#server/http/current-request.ts";
import { retryAfterConflict } from "./conflicts.ts";
import { isConnectionLost } from "./connection-errors.ts";
import { type PoolWatch, type WatchedPool, watchPool } from "./pool-watch.ts";
import {
  Name,
  type NewRow,
  NewRows,
  type Parameter,
  statementOf,
  type StatementText,
  Template,
  type Value,
} from "./statement-text.ts";
import { textOnly, valueTypes } from "./value-types.ts";

export type { Value } from "./statement-text.ts";

// oxlint-disable-next-line typescript/no-explicit-any -- what a row holds is the statement's word; callers may name a type
export type Row = Record<string, any>;

/** The rows, and how many were read or written. */
export type Rows<T extends readonly object[]> = T & { readonly count: number };

/** Values as PostgreSQL writes them. */
export type TextRow = (string | null)[];

/** Sent when it is awaited. */
export interface Query<T> extends Template, Promise<T> {}

export interface Statements {
  <T extends readonly object[] = Row[]>(strings: TemplateStringsArray, ...parameters: Parameter[]): Query<Rows<T>>;
  /** The name of a table, column or database, quoted. */
  (name: string): Name;
  /** For `insert into table ${sql(rows)}`. */
  (rows: NewRow | readonly NewRow[]): NewRows;
  /** Text as it is. Several statements are allowed when there are no values; each then answers its own rows. */
  unsafe<T extends readonly object[] = Row[]>(text: string, values?: readonly Value[]): Query<Rows<T>>;
  /** The same without a look at the values. */
  texts(text: string, values?: readonly Value[]): Promise<TextRow[]>;
  json(value: unknown): string;
}

export interface TransactionSql extends Statements {
  /** Neither works on connections that pipeline. */
  copyTo(text: string): Readable;
  copyFrom(text: string): Writable;
}

export interface ReservedSql extends Statements {
  /** Gives the connection back, with what went wrong on it, if anything did. */
  release(error?: unknown): void;
}

export interface Sql extends Statements {
  begin<T>(work: (transaction: TransactionSql) => T | Promise<T>): Promise<T>;
  /** `options` as after `begin`: "read only", "isolation level repeatable read". */
  begin<T>(options: string, work: (transaction: TransactionSql) => T | Promise<T>): Promise<T>;
  /** A connection for several statements outside a transaction. */
  reserve(): Promise<ReservedSql>;
  /** Waits for what runs, for so many seconds; then the connections are cut. */
  end(options?: { timeout: number }): Promise<void>;
  /** For a pool or connection of the same kind. */
  readonly options: SqlOptions;
}

export interface SqlOptions extends ClientConfig {
  max: number;
  onNotice?: (message: string) => void;
  /** What the pool is for, in the log and in metrics. */
  poolName?: string;
  /** Whom slow statements and missing connections are told. */
  watch?: PoolWatch | undefined;
}

export function openPool(options: SqlOptions): Sql {
  const pool = new Pool({
    pipeline: true,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 300_000,
    ...options,
    types: valueTypes,
  });
  const watched = watchPool(options.poolName ?? "server", pool, options.watch);
  const connect = () => watched.connecting(pool.connect());
  const names = new StatementNames();
  const clients = new Set<PoolClient>();
  // A connection that breaks tells anyone who waits for an answer on it; while it is idle no one has to be told.
  pool.on("error", () => {});
  pool.on("connect", (client) => {
    clients.add(client);
    client.on("error", () => {});
    client.on("notice", ({ message }) => options.onNotice?.(message ?? ""));
    client.once("end", () => clients.delete(client));
  });

  const onAnyConnection: Send = async (send) => {
    const client = await connect();
    return send(client).then(
      (answer) => {
        client.release();
        return answer;
      },
      (error: unknown) => {
        client.release(mustGo(error));
        throw error;
      },
    );
  };

  async function begin<T>(
    first: string | ((transaction: TransactionSql) => T | Promise<T>),
    second?: (transaction: TransactionSql) => T | Promise<T>,
  ): Promise<T> {
    const [kind, work] = typeof first === "string" ? [first, second!] : ["", first];
    const client = await connect();
    let isBroken = false;
    try {
      await client.query(`begin ${kind}${contextStatements()}`);
      const result = await work(inTransaction(client, names, watched));
      const { command } = await client.query("commit");
      if (command === "ROLLBACK") throw new Error("A statement had failed before: the transaction was rolled back.");
      return result;
    } catch (error) {
      isBroken = mustGo(error);
      await client.query("rollback").catch(() => (isBroken = true));
      throw error;
    } finally {
      client.release(isBroken);
    }
  }

  async function reserve(): Promise<ReservedSql> {
    const client = await connect();
    const release = (error?: unknown) => client.release(mustGo(error));
    return Object.assign(
      statements((send) => send(client), names, watched),
      { release },
    );
  }

  async function end({ timeout }: { timeout: number } = { timeout: 30 }): Promise<void> {
    if (pool.ending) return;
    const cut = setTimeout(() => {
      for (const client of clients) client.connection.stream.destroy();
    }, timeout * 1000);
    await pool.end();
    watched.closed();
    clearTimeout(cut);
  }

  return Object.assign(statements(onAnyConnection, names, watched, retryAfterConflict), {
    begin,
    reserve,
    end,
    options,
  });
}

/** In the message of `begin`, so that it costs no round trip; `set` takes no snapshot. */
const contextStatements = (): string =>
  transactionContext()
    .map(([setting, value]) => `; set local ${setting} = ${escapeLiteral(value)}`)
    .join("");

/** For the log: which statement PostgreSQL refused, with `$1` where its values were. */
const namingStatement =
  (text: string) =>
  (error: unknown): never => {
    if (error instanceof DatabaseError) Object.assign(error, { statement: text });
    throw error;
  };

/** A connection that is gone, or holds a prepared statement whose columns a migration has changed since. */
const mustGo = (error: unknown): boolean =>
  isConnectionLost(error) || (error instanceof DatabaseError && error.routine === "RevalidateCachedQuery");

type Send = <T>(send: (client: PoolClient) => Promise<T>) => Promise<T>;

function inTransaction(client: PoolClient, names: StatementNames, watched: WatchedPool): TransactionSql {
  return Object.assign(
    statements((send) => send(client), names, watched),
    {
      copyTo: (text: string) => heard(client.query(copyTo(text))),
      copyFrom: (text: string) => heard(client.query(copyFrom(text))),
    },
  );
}

/** Anyone who uses the stream is told of its end; when no one does any more, it must not end the process. */
function heard<T extends Readable | Writable>(stream: T): T {
  stream.on("error", () => {});
  return stream;
}

/** The extended protocol takes one statement only. The driver knows the option, its types do not. */
const asTexts = { rowMode: "array", types: textOnly, queryMode: "extended" } as const;

/** `again` asks once more for a statement that is a transaction of its own. */
function statements(
  on: Send,
  names: StatementNames,
  watched: WatchedPool,
  again: typeof retryAfterConflict = (attempt) => attempt(),
): Statements {
  const running = <T>(text: string, send: () => Promise<T>) => watched.running(text, send).catch(namingStatement(text));
  const run = (statement: StatementText) =>
    again(() => on((client) => running(statement.text, () => client.query(names.named(statement))).then(asRows)));
  function sql(first: TemplateStringsArray | string | NewRow | readonly NewRow[], ...rest: Parameter[]) {
    if (typeof first === "string") return new Name(first);
    if (Array.isArray(first) && "raw" in first) return new LazyQuery(first as string[], rest, run);
    return new NewRows(Array.isArray(first) ? first : [first as NewRow]);
  }
  return Object.assign(sql, {
    unsafe: (text: string, values?: readonly Value[]) =>
      new LazyQuery([text], [], () =>
        values === undefined
          ? on((client) => running(text, () => client.query(text)).then(asRows))
          : run({ text, values: [...values] }),
      ),
    texts: (text: string, values: readonly Value[] = []) =>
      on((client) =>
        running(text, () => client.query({ ...names.named({ text, values: [...values] }), ...asTexts })).then(
          ({ rows }: QueryArrayResult) => rows as TextRow[],
        ),
      ),
    json: (value: unknown) => JSON.stringify(value),
  }) as Statements;
}

type Answer = Rows<Row[]>;

class LazyQuery extends Template implements Promise<Answer> {
  readonly #run: (statement: StatementText) => Promise<Answer>;
  #answer: Promise<Answer> | null = null;

  constructor(
    strings: readonly string[],
    parameters: readonly Parameter[],
    run: (statement: StatementText) => Promise<Answer>,
  ) {
    super(strings, parameters);
    this.#run = run;
  }

  get #sent(): Promise<Answer> {
    return (this.#answer ??= this.#run(statementOf(this)));
  }
  // oxlint-disable-next-line unicorn/no-thenable -- awaiting a statement is what sends it
  then: Promise<Answer>["then"] = (fulfilled, rejected) => this.#sent.then(fulfilled, rejected);
  catch: Promise<Answer>["catch"] = (rejected) => this.#sent.catch(rejected);
  finally: Promise<Answer>["finally"] = (settled) => this.#sent.finally(settled);
  readonly [Symbol.toStringTag] = "Query";
}

function asRows(result: QueryResult<Row> | QueryResult<Row>[]): Answer {
  // Several statements in one message.
  if (Array.isArray(result)) return result.map(asRows) as unknown as Answer;
  return Object.defineProperty(result.rows, "count", { value: result.rowCount ?? 0 }) as Answer;
}

/**
 * A prepared statement is parsed once per connection and stays in the memory of each. Only texts that come again are
 * prepared, and only so many: no one fills the memory by asking a new question each time.
 */
class StatementNames {
  readonly #seen = new Set<string>();
  readonly #names = new Map<string, string>();
  static readonly #max = 300;
  static readonly #maxLength = 20_000;

  named({ text, values }: StatementText): { text: string; values: Value[]; name?: string } {
    const name = this.#nameOf(text);
    return name === undefined ? { text, values } : { text, values, name };
  }

  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    if (text.length > StatementNames.#maxLength || this.#names.size >= StatementNames.#max) return undefined;
    if (this.#seen.delete(text)) {
      const name = `s${this.#names.size + 1}`;
      this.#names.set(text, name);
      return name;
    }
    if (this.#seen.size >= StatementNames.#max) this.#seen.clear();
    this.#seen.add(text);
    return undefined;
  }
}
