// What happens by itself: reminders, pages of the provider that no one needs any more, and the nightly comparison with Stripe.
import type { Sql } from "#server/platform/database/sql.ts";
import type { JobKind } from "#server/platform/jobs/jobs.ts";
import { gateClosed } from "#server/platform/outbox/gate-closed.ts";
import type { StripeGate } from "#server/platform/outbox/stripe.ts";
import { settle } from "./checkout.ts";

const comparedDays = 7;
const hour = 3_600_000;
/** Between two comparisons: once a night, and after a restart not again. */
const comparisonHours = 20;
/** Seconds until a session that could not be ended is tried again. */
const expiringMinutes = 10;

/** Once a day, from the morning on: who opens a mail at night? */
export const reminders = (sql: Sql, now: () => Date): JobKind => {
  let doneOn = "";
  const today = async () => {
    const [row] = await sql<{ day: string; hour: number }[]>`
      select public.office_day(${now()})::text as day,
        extract(hour from ${now()}::timestamptz at time zone office.time_zone)::int as hour from public.office`;
    return row!;
  };
  return {
    name: "payment-reminders",
    concurrency: 1,
    async findDue() {
      const { day, hour: at } = await today();
      return at >= 8 && day !== doneOn ? [day] : [];
    },
    async run(day) {
      await sql`select private.remind_of_payments(${day}::date)`;
      doneOn = day;
    },
  };
};

/** A request that was paid otherwise, or cancelled, is not left open at the provider. */
export const endings = (sql: Sql, stripe: StripeGate, now: () => Date, publishing: boolean | null): JobKind => ({
  name: "payment-endings",
  concurrency: 1,
  async findDue(limit) {
    if (await gateClosed(sql, publishing)) return [];
    const rows = await sql<{ id: string }[]>`
      select session.provider_session_id as id
      from public.checkout_sessions as session join public.payment_requests as request on request.id = session.request_id
      where session.state = 'open' and session.provider_session_id is not null
        and session.updated_at < ${now()}::timestamptz - ${`${expiringMinutes} minutes`}::interval * (session.error_code is not null)::int
        and (request.state <> 'open' or session.expires_at <= ${now()} or session.amount_minor > request.amount_minor
          - coalesce((select sum(amount_minor) from public.payments where request_id = request.id), 0))
      limit ${limit}`;
    return rows.map(({ id }) => id);
  },
  async run(sessionId) {
    const before = await settle({ stripe, now }, sql, sessionId);
    if (before.status !== "open") return;
    const failed = await stripe.expire(sessionId).then(
      () => false,
      () => true,
    );
    const after = await settle({ stripe, now }, sql, sessionId);
    if (failed && after.status === "open")
      await sql`update public.checkout_sessions set error_code = 'not ended' where provider_session_id = ${sessionId}`;
  },
});

/** Sessions at Stripe that we do not know, and open ones that are done there. */
export async function compare(
  sql: Sql,
  stripe: StripeGate,
  now: () => Date,
): Promise<{ unknown: string[]; settled: string[] }> {
  const listed = await stripe.list(new Date(now().getTime() - comparedDays * 24 * hour));
  const known = await sql<{ id: string; state: string; request_id: string; attempt: number }[]>`
    select provider_session_id as id, state, request_id, attempt from public.checkout_sessions
    where created_at > ${now()}::timestamptz - ${`${comparedDays + 1} days`}::interval`;
  const unknown: string[] = [];
  const settled: string[] = [];
  for (const session of listed) {
    const ours = known.find(
      ({ id, request_id, attempt }) =>
        id === session.sessionId || (id === null && request_id === session.requestId && attempt === session.attempt),
    );
    if (!ours) {
      // A seat that was not paid has no row, and needs none.
      if (!session.isSeat) unknown.push(session.sessionId);
      // Money that no one was told of is written down, and a task is made.
      if (session.paid) await settle({ stripe, now }, sql, session.sessionId);
    } else if (["creating", "unclear", "open", "processing"].includes(ours.state)) {
      const { became } = await settle({ stripe, now }, sql, session.sessionId);
      if (became !== ours.state) settled.push(session.sessionId);
    }
  }
  await sql`
    insert into public.payment_checks (at, seen, unknown, settled)
    values (${now()}, ${listed.length}, ${JSON.stringify(unknown)}::jsonb, ${JSON.stringify(settled)}::jsonb)`;
  return { unknown, settled };
}

export const comparison = (sql: Sql, stripe: StripeGate, now: () => Date): JobKind => ({
  name: "payment-comparison",
  concurrency: 1,
  async findDue() {
    const [row] = await sql<{ due: boolean }[]>`
      select coalesce(max(at) < ${now()}::timestamptz - ${`${comparisonHours} hours`}::interval, true) as due from public.payment_checks`;
    const night = await sql<{ hour: number }[]>`
      select extract(hour from ${now()}::timestamptz at time zone office.time_zone)::int as hour from public.office`;
    return row!.due && night[0]!.hour < 6 ? ["night"] : [];
  },
  async run() {
    await compare(sql, stripe, now);
  },
});
