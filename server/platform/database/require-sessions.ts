// The server keeps things on a connection between transactions: it listens, and it prepares statements. A pooler that hands out
// PostgreSQL's connections by transaction loses both without a word, so it is recognized at start.
import { OperatorError } from "./operator-error.ts";
import { openPool, type ReservedSql, type Sql } from "./sql.ts";

/** A pooler hands out the connection that was used last; other programs may take it first, so it is tried more than once. */
const tries = 3;

export async function requireSessions(sql: Sql): Promise<void> {
  const pool = openPool({ ...sql.options, max: 2 });
  const reserved: ReservedSql[] = [];
  try {
    for (const _ of ["one", "other"]) reserved.push(await pool.reserve());
    const [one, other] = reserved;
    for (let tried = 0; tried < tries; tried++) if (await sharesSessions(one!, other!)) refuse();
  } finally {
    for (const session of reserved) session.release();
    await pool.end({ timeout: 1 });
  }
}

/** Whether one connection gets another process of PostgreSQL from statement to statement, or the same as the other. */
async function sharesSessions(one: ReservedSql, other: ReservedSql): Promise<boolean> {
  const before = await processOf(one);
  await other.unsafe("begin");
  try {
    return before === (await processOf(other)) || before !== (await processOf(one));
  } finally {
    await other.unsafe("rollback");
  }
}

/** Not prepared: that is what a pooler may lose. */
async function processOf(session: ReservedSql): Promise<number> {
  const [row] = await session.unsafe<{ id: number }[]>("select pg_backend_pid() as id");
  return row!.id;
}

function refuse(): never {
  throw new OperatorError(
    "DATABASE_URL leads to a connection pooler in transaction mode (PgBouncer, or Supabase's port 6543): use its session mode, or connect to PostgreSQL directly (Supabase: port 5432).",
  );
}
