// Work that is due later or may take long. Rows of the domain say what is due; pg-boss wakes us, shares the work among
// instances and remembers what failed. Its queue may be lost at any time: the sweep finds everything that is due again.
// In a restored copy nothing runs until a person takes it live (private.restored).
import { type Clock, type Job, type JobResult, type JobWithMetadata, PgBoss } from "pg-boss";
import { type Log, sqlPlace } from "#server/http/log.ts";
import { listen, type Listener } from "#server/platform/database/listen.ts";
import type { Sql, Statements, Value } from "#server/platform/database/sql.ts";
import { jobRuns } from "#server/platform/operations/metrics.ts";

export interface JobKind {
  /** Also the name of its queue: "mail", "inbound-events". */
  name: string;
  /** Keys of the rows that are due now, the most urgent first. */
  findDue(limit: number): Promise<string[]>;
  /**
   * Does the work of one row. It may be called twice, also at the same time by two instances: it claims the row first and
   * does nothing when somebody else has it. An error is shown in the back office; the row says when it is due again.
   */
  run(key: string, signal: AbortSignal): Promise<void>;
  /** How many at once in one process. */
  concurrency?: number;
  /** A `notify` on this channel, sent when the transaction that made something due is committed, runs this key at once. */
  wokenBy?: { channel: string; key: string };
  /** Ends what outlives a run, such as connections that are kept open; called when the server stops. */
  stop?(): Promise<void>;
}

export interface JobReport {
  id: string;
  kind: string;
  key: string;
  state: "waiting" | "running" | "failed";
  since: string;
  reason: string | null;
}

export interface JobFigures {
  kind: string;
  state: JobReport["state"];
  count: number;
  oldestSeconds: number;
}

export interface Jobs {
  add(kind: JobKind): void;
  start(): Promise<void>;
  /** Whether workers take up what is due. */
  isStarted(): boolean;
  /** Every kind in every state, also where there is nothing: a figure that disappears raises no alarm. */
  figures(on?: Statements): Promise<JobFigures[]>;
  /** Starts the work of one row soon, without waiting for the sweep. `within` joins the caller's transaction. */
  wake(name: string, key: string, within?: Statements): Promise<void>;
  /** Enqueues whatever is due. Called at start and every `sweepSeconds`. */
  sweep(): Promise<void>;
  /** What waits, runs or failed in the last days, newest first. */
  list(): Promise<JobReport[]>;
  runAgain(kind: string, id: string): Promise<boolean>;
  stop(): Promise<void>;
}

/** Work that a killed server left behind starts again within a minute: its lease ends, then a sweep finds it. */
export const sweepSeconds = 20;
export const leaseSeconds = 30;
const maxPerSweep = 1000;
const defaultConcurrency = 5;
const maxListed = 200;

const schema = "pgboss";

/** `clock` is the one pg-boss waits by between looks into its queues; a test brings one whose waits never end. */
export function createJobs(sql: Sql, log: Log, clock?: Clock): Jobs {
  const kinds = new Map<string, JobKind>();
  const stopping = new AbortController();
  let sweeping: NodeJS.Timeout | undefined;
  let started = false;
  let working = false;
  const listeners: Listener[] = [];
  /** A database becomes a copy only while no server runs: once it is live, no one needs to ask again. */
  let mayBeCopy = true;
  async function isCopy(): Promise<boolean> {
    if (!mayBeCopy) return false;
    const [row] = await sql<{ copy: boolean }[]>`select private.is_copy() as copy`;
    mayBeCopy = row?.copy ?? true;
    return mayBeCopy;
  }

  const boss = new PgBoss({
    schema,
    db: onPool(sql),
    // A worker wakes when the transaction that enqueued its work is committed.
    useListenNotify: true,
    // Nothing is scheduled by pg-boss: rows say when they are due.
    schedule: false,
    monitorVacuum: false,
    reindex: false,
    ...(clock && { clock }),
  });
  boss.on("error", (error) => log.warn({ reason: error.message }, "the job queue had trouble"));

  async function work(kind: JobKind): Promise<void> {
    await boss.createQueue(kind.name, {
      // One waiting entry per row, however often it is enqueued.
      policy: "short",
      notify: true,
      // The row decides whether and when it is tried again.
      retryLimit: 0,
      expireInSeconds: 15 * 60,
      deleteAfterSeconds: 3 * 24 * 3600,
    });
    const concurrency = kind.concurrency ?? defaultConcurrency;
    await boss.work<{ key: string }>(
      kind.name,
      {
        // At least two: pg-boss never takes a batch of one for a full one, and would wait for its poll after every job.
        batchSize: Math.max(2, concurrency),
        // A full batch means that more may be waiting: no pause before the next.
        burstWhenBatchFull: true,
        perJobResults: true,
      },
      (jobs) => inTurn(kind, jobs, concurrency),
    );
  }

  /** A batch may be larger than what runs at once. */
  async function inTurn(kind: JobKind, jobs: Job<{ key: string }>[], concurrency: number): Promise<JobResult[]> {
    const results: JobResult[] = [];
    const waiting = jobs.values();
    const worker = async () => {
      for (const job of waiting) results.push(await result(kind, job));
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
    return results;
  }

  async function result(kind: JobKind, { id, data, signal }: Job<{ key: string }>): Promise<JobResult> {
    // Stopped before its turn came: the row is still due, and the next sweep finds it.
    if (stopping.signal.aborted) return { id, status: "completed" };
    try {
      // The row is still due when the copy goes live.
      if (await isCopy()) return { id, status: "completed" };
      await kind.run(data.key, AbortSignal.any([signal, stopping.signal]));
      jobRuns.inc({ kind: kind.name, result: "done" });
      return { id, status: "completed" };
    } catch (error) {
      jobRuns.inc({ kind: kind.name, result: "failed" });
      log.error({ job: kind.name, reason: reasonOf(error), ...sqlPlace(error) }, "a job failed");
      // The newest failure of a row says it all: a row that fails every minute does not fill the list.
      await sql`delete from pgboss.job where name = ${kind.name} and singleton_key = ${data.key} and state = 'failed'`;
      return { id, status: "failed", output: { message: reasonOf(error) } };
    }
  }

  async function enqueue(name: string, keys: string[], within?: Statements): Promise<void> {
    if (keys.length === 0) return;
    const entries = keys.map((key) => ({ data: { key }, singletonKey: key }));
    await boss.insert(name, entries, within && { db: onConnection(within) });
  }

  async function sweep(): Promise<void> {
    if (await isCopy().catch(() => true)) return;
    for (const kind of kinds.values()) {
      try {
        await enqueue(kind.name, await kind.findDue(maxPerSweep));
      } catch (error) {
        log.warn({ job: kind.name, reason: reasonOf(error) }, "due work could not be looked up; it is tried again");
      }
    }
  }

  async function hear({ name, wokenBy }: JobKind): Promise<void> {
    if (!wokenBy) return;
    const wake = () =>
      void enqueue(name, [wokenBy.key]).catch((error: unknown) =>
        log.warn({ job: name, reason: reasonOf(error) }, "due work could not be started; the sweep finds it"),
      );
    listeners.push(await listen(sql, wokenBy.channel, wake, wake));
  }

  return {
    add(kind) {
      if (started) throw new Error("Kinds of jobs are added before the start");
      kinds.set(kind.name, kind);
    },
    async start() {
      started = true;
      await oneAtATime(sql, async () => {
        await boss.start();
        for (const kind of kinds.values()) await work(kind);
      });
      await Promise.all([...kinds.values()].map(hear));
      if (await isCopy())
        listeners.push(
          await listen(
            sql,
            "went_live",
            () => void sweep(),
            () => void sweep(),
          ),
        );
      await sweep();
      sweeping = setInterval(() => void sweep(), sweepSeconds * 1000);
      sweeping.unref();
      working = true;
    },
    isStarted: () => working && !stopping.signal.aborted,
    async figures(on = sql) {
      const rows = await on<{ kind: string; state: string; count: number; oldest: number }[]>`
        select name as kind, case state when 'active' then 'running' when 'failed' then 'failed' else 'waiting' end as state,
          count(*)::int as count,
          greatest(0, extract(epoch from now() - min(coalesce(completed_on, started_on, created_on))))::int as oldest
        from pgboss.job
        where name = any (${[...kinds.keys()]}) and state in ('created', 'retry', 'active', 'failed')
        group by 1, 2`;
      return [...kinds.keys()].flatMap((kind) =>
        (["waiting", "running", "failed"] as const).map((state) => {
          const found = rows.find((row) => row.kind === kind && row.state === state);
          return { kind, state, count: found?.count ?? 0, oldestSeconds: found?.oldest ?? 0 };
        }),
      );
    },
    wake: (name, key, within) => enqueue(name, [key], within),
    sweep,
    async list() {
      const rows = await sql<
        { id: string; kind: string; key: string; state: string; since: Date; reason: string | null }[]
      >`
        select id, name as kind, data ->> 'key' as key, state::text, coalesce(completed_on, started_on, created_on) as since,
          coalesce(output ->> 'message', output ->> 'value') as reason
        from pgboss.job
        where name = any (${[...kinds.keys()]}) and state in ('created', 'retry', 'active', 'failed')
        order by since desc limit ${maxListed}`;
      return rows.map(({ state, since, ...row }) => ({
        ...row,
        state: state === "active" ? "running" : state === "failed" ? "failed" : "waiting",
        since: since.toISOString(),
      }));
    },
    async runAgain(name, id) {
      if (!kinds.has(name) || !isUuid(id)) return false;
      const job: JobWithMetadata<{ key: string }> | null = await boss.getJobById(name, id);
      if (!job || job.state !== "failed") return false;
      await boss.deleteJob(name, id);
      await enqueue(name, [job.data.key]);
      return true;
    },
    async stop() {
      clearInterval(sweeping);
      stopping.abort();
      await Promise.all(listeners.splice(0).map((listener) => listener.close()));
      await Promise.all([...kinds.values()].map((kind) => kind.stop?.()));
      if (started) await boss.stop({ graceful: true, timeout: 5000 });
    },
  };
}

/** Instances that start together would make the queue's tables at the same time. */
async function oneAtATime(sql: Sql, run: () => Promise<void>): Promise<void> {
  const session = await sql.reserve();
  try {
    await session`select pg_advisory_lock(hashtext('guidevane.jobs'))`;
    await run();
  } finally {
    await session`select pg_advisory_unlock(hashtext('guidevane.jobs'))`.catch(() => undefined);
    session.release();
  }
}

/** pg-boss runs its statements on our connections: there is no second pool. */
const onPool = (sql: Sql) => ({
  listen: (channel: string, heard: (payload: string) => void, again: () => void) => listen(sql, channel, heard, again),
  async executeSql(text: string, values?: unknown[]) {
    if (values?.length) return onConnection(sql).executeSql(text, values);
    // Several statements with a begin and a commit among them: one that fails must not leave the transaction open.
    const session = await sql.reserve();
    try {
      return await onConnection(session).executeSql(text);
    } catch (error) {
      await session`rollback`.catch(() => undefined);
      throw error;
    } finally {
      session.release();
    }
  },
});

/** Inside the caller's transaction. */
const onConnection = (sql: Statements) => ({
  executeSql: async (text: string, values?: unknown[]) => ({
    rows: await sql.unsafe(text, values as Value[] | undefined),
  }),
});

const isUuid = (text: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : "unknown");
