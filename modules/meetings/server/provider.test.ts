import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addUser } from "#server/testing/act-as.ts";
import { moduleSite } from "#server/testing/module-site.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { serverWith } from "../server.ts";
import { signatureOf } from "./provider.ts";
import { type CalStandIn, startCalStandIn } from "./provider/testing/cal-stand-in.ts";

const { sql } = await testDatabase();
const secret = "whsec_for_tests";
const now = new Date("2031-03-03T08:00:00Z");
let cal: CalStandIn;
let noor: string;
let withKey: ReturnType<typeof moduleSite>;
let withoutKey: ReturnType<typeof moduleSite>;
let withoutSecret: ReturnType<typeof moduleSite>;

beforeAll(async () => {
  cal = await startCalStandIn();
  const site = (settings: Record<string, string>) =>
    moduleSite(sql, "meetings", serverWith({ now: () => now }), {
      settings: { SCHEDULING_API_URL: cal.url, SCHEDULING_EVENT_TYPE: "77", ...settings },
      now: () => now,
    });
  withKey = site({ SCHEDULING_API_KEY: cal.key, SCHEDULING_WEBHOOK_SECRET: secret });
  withoutKey = site({ SCHEDULING_WEBHOOK_SECRET: secret });
  withoutSecret = site({ SCHEDULING_API_KEY: cal.key });
  await sql`update public.modules set live = true where key in ('meetings', 'outbox', 'timeline', 'tasks')`;
  await sql`update public.office set time_zone = 'Europe/Berlin'`;
  noor = await addUser(sql, { admin: true });
  await sql`update auth.users set email = 'noor@guidevane.test' where id = ${noor}`;
});
afterAll(() => cal.close());
beforeEach(async () => {
  cal.bookings.clear();
  cal.asked.length = 0;
  cal.trouble = null;
  await sql`delete from public.meetings`;
  await sql`delete from public.occupied`;
  await sql`delete from private.inbound_events`;
});

const post = (
  body: string,
  signature: string | null = signatureOf(secret, new TextEncoder().encode(body)),
  site = withKey,
) =>
  site.ask("/api/webhooks/scheduling", {
    method: "POST",
    headers: { "content-type": "application/json", ...(signature !== null && { "X-Cal-Signature-256": signature }) },
    body,
  });
/** Everything that waits, in this order. A failure stays due. */
const work = async (site = withKey, shuffle = (ids: string[]) => ids) => {
  const job = site.jobs.get("inbound-events")!;
  for (const id of shuffle(await job.findDue(1000)))
    await job.run(id, new AbortController().signal).catch(() => undefined);
};
const rows = () =>
  sql<
    {
      state: string;
      starts: string;
      provider_uid: string;
      sequence: number;
      host_id: string | null;
      reason: string | null;
      sender: { unconfirmed?: boolean } | null;
      contact_id: string | null;
      account_id: string | null;
      task_id: string;
    }[]
  >`
    select state, to_char(starts_at at time zone 'UTC', 'MM-DD HH24:MI') as starts, provider_uid, sequence, host_id, cancel_reason as reason, sender, contact_id, account_id, task_id
    from public.meetings where provider = 'cal.com' order by starts_at, provider_uid`;
const short = async () => (await rows()).map(({ state, starts, provider_uid: uid }) => `${uid} ${state} ${starts}`);

describe("meetings 34: the webhook", () => {
  test("without a signature, with a wrong one, without a secret: 401 and nothing stored", async () => {
    cal.book("a", "2031-03-10T09:00:00Z");
    const body = cal.event("BOOKING_CREATED", "a");
    const other = signatureOf("another", new TextEncoder().encode(body));
    expect([
      (await post(body, null)).status,
      (await post(body, other)).status,
      (await post(`${body} `, signatureOf(secret, new TextEncoder().encode(body)))).status,
      (await post(body, undefined, withoutSecret)).status,
    ]).toEqual([401, 401, 401, 401]);
    expect(await sql`select from private.inbound_events`).toHaveLength(0);
    expect((await post("not json")).status).toBe(400);
  });

  test("is stored and answered, once for one body, and makes the rows of a booking without a mail of ours", async () => {
    cal.book("a", "2031-03-10T09:00:00Z");
    const body = cal.event("BOOKING_CREATED", "a");
    const answers = await Promise.all([1, 2, 3].map(() => post(body)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await sql`select from private.inbound_events`).toHaveLength(1);
    await work();
    const [meeting] = await rows();
    expect(meeting).toMatchObject({ state: "confirmed", starts: "03-10 09:00", host_id: noor });
    expect(meeting!.contact_id).not.toBeNull();
    expect(meeting!.account_id).not.toBeNull();
    expect(await sql`select from public.tasks where id = ${meeting!.task_id}`).toHaveLength(1);
    expect(await sql`select from public.occupied where staff_id = ${noor} and kind = 'meeting'`).toHaveLength(1);
    expect(await sql`select from public.meeting_mails`).toHaveLength(0);
  });
});

describe("meetings 35: a hint, not the truth", () => {
  test("a wrong trigger, another event type and a booking that is unknown change nothing that is not so", async () => {
    cal.book("a", "2031-03-10T09:00:00Z");
    cal.book("other", "2031-03-11T09:00:00Z", { eventTypeId: 78 });
    await post(cal.event("BOOKING_CANCELLED", "a"));
    await post(cal.event("BOOKING_CREATED", "other"));
    await work();
    expect(await short()).toEqual(["a confirmed 03-10 09:00"]);
  });

  test("moved, asked to choose again, moved, cancelled: one meeting whose sequence rises", async () => {
    cal.book("a", "2031-03-10T09:00:00Z");
    await post(cal.event("BOOKING_CREATED", "a"));
    await work();
    cal.move("a", "b", "2031-03-11T10:00:00Z");
    await post(cal.event("BOOKING_RESCHEDULED", "b"));
    await work();
    expect(await short()).toEqual(["b confirmed 03-11 10:00"]);
    cal.askAgain("b");
    await post(cal.event("BOOKING_CANCELLED", "b", { requestReschedule: true }));
    await work();
    expect((await rows())[0]).toMatchObject({ state: "cancelled", reason: "Asked to choose again" });
    expect(await sql`select from public.occupied`).toHaveLength(0);
    cal.move("b", "c", "2031-03-12T11:00:00Z");
    await post(cal.event("BOOKING_RESCHEDULED", "c"));
    await work();
    expect((await rows())[0]).toMatchObject({
      state: "confirmed",
      starts: "03-12 11:00",
      provider_uid: "c",
      sequence: 3,
    });
    cal.cancel("c");
    await post(cal.event("BOOKING_CANCELLED", "c"));
    await work();
    const [last] = await rows();
    expect(last).toMatchObject({ state: "cancelled", reason: "no time", sequence: 4 });
  });

  test("events in any order, doubled and late, have one result", async () => {
    const told: string[] = [];
    const tell = (trigger: string, uid: string) => told.push(cal.event(trigger, uid));
    cal.book("a", "2031-03-10T09:00:00Z");
    tell("BOOKING_CREATED", "a");
    cal.move("a", "b", "2031-03-11T10:00:00Z");
    tell("BOOKING_CANCELLED", "a");
    tell("BOOKING_RESCHEDULED", "b");
    cal.move("b", "c", "2031-03-12T11:00:00Z");
    tell("BOOKING_RESCHEDULED", "c");
    cal.book("d", "2031-03-13T09:00:00Z");
    tell("BOOKING_CREATED", "d");
    cal.cancel("d");
    tell("BOOKING_CANCELLED", "d");
    let seed = 7;
    const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
    for (let round = 0; round < 15; round += 1) {
      await sql`delete from public.meetings`;
      await sql`delete from private.inbound_events`;
      for (const body of [...told, told[0]!]) await post(body);
      await work(withKey, (ids) =>
        ids
          .map((id) => [random(), id] as const)
          .toSorted(([one], [another]) => one - another)
          .map(([, id]) => id),
      );
      expect((await short()).filter((row) => !row.startsWith("d"))).toEqual(["c confirmed 03-12 11:00"]);
    }
  });

  test("what no webhook told is found at night, also what was deleted there", async () => {
    cal.book("a", "2031-03-10T09:00:00Z");
    await post(cal.event("BOOKING_CREATED", "a"));
    await work();
    cal.bookings.delete("a");
    cal.book("b", "2031-03-11T09:00:00Z");
    const night = withKey.jobs.get("scheduling-comparison")!;
    const [key] = await night.findDue(10);
    await night.run(key!, new AbortController().signal);
    await work();
    expect(await short()).toEqual(["a cancelled 03-10 09:00", "b confirmed 03-11 09:00"]);
    expect(await night.findDue(10)).toEqual([]);
  });

  test("a service that is down is asked again, and nothing is lost", async () => {
    cal.book("a", "2031-03-10T09:00:00Z");
    await post(cal.event("BOOKING_CREATED", "a"));
    cal.trouble = 429;
    await work();
    expect(await rows()).toHaveLength(0);
    cal.trouble = null;
    await sql`update private.inbound_events set due_at = now()`;
    await work();
    expect(await short()).toEqual(["a confirmed 03-10 09:00"]);
  });

  test("over another meeting of ours it is a conflict and not refused", async () => {
    await sql`insert into public.occupied (staff_id, during, kind, form_key, expires_at) select ${noor}, '[2031-03-10 08:00+00, 2031-03-10 08:30+00)', 'reserved', 'f', now() + interval '1 year'`;
    cal.book("a", "2031-03-10T09:00:00Z");
    cal.book("b", "2031-03-10T09:15:00Z");
    await post(cal.event("BOOKING_CREATED", "a"));
    await post(cal.event("BOOKING_CREATED", "b"));
    await work();
    expect(await rows()).toHaveLength(2);
    expect(await sql`select from public.occupied where kind = 'block' and late`).toHaveLength(1);
    expect(
      await sql`select from public.events where kind = 'conflict' and record_id in (select id from public.meetings)`,
    ).toHaveLength(1);
  });

  test("without a key the payload is taken and marked, and an older one changes nothing", async () => {
    cal.book("a", "2031-03-10T09:00:00Z");
    const made = cal.event("BOOKING_CREATED", "a");
    cal.move("a", "b", "2031-03-11T10:00:00Z");
    const moved = cal.event("BOOKING_RESCHEDULED", "b");
    for (const body of [made, moved]) await post(body, undefined, withoutKey);
    await work(withoutKey);
    await post(`${made} `, undefined, withoutKey);
    await work(withoutKey);
    const [meeting] = await rows();
    expect(meeting).toMatchObject({ provider_uid: "b", starts: "03-11 10:00", sender: { unconfirmed: true } });
    expect(cal.asked).toEqual([]);
  });
});

test("Test webhook says what is missing and what the service answers", async () => {
  const ask = async (site: typeof withKey) =>
    (await (
      await site.ask("/api/meetings/provider/test", { method: "POST", headers: { authorization: "Bearer x" } })
    ).json()) as { ok: boolean; said: string };
  expect(await ask(withKey)).toEqual({
    ok: true,
    said: "Signatures are checked, and the service answers: 0 bookings in the next seven days.",
  });
  expect((await ask(withoutSecret)).ok).toBe(false);
  cal.trouble = 401;
  expect(await ask(withKey)).toMatchObject({ ok: false, said: expect.stringContaining("401") as string });
});
