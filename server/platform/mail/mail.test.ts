// What happens to a mail between send() and the mailbox: kept as a row, sent once, tried again, given up, or in doubt.
import pino from "pino";
import { beforeEach, describe, expect, test } from "vitest";
import { testDatabase } from "#server/testing/test-database.ts";
import type { JobKind } from "../jobs/jobs.ts";
import {
  createMail,
  type Deliver,
  type MailProvider,
  type Message,
  PermanentFailure,
  UncertainDelivery,
} from "./mail.ts";

const { sql } = await testDatabase();
const silent = pino({ level: "silent" });
const message: Message = { to: "ada@example.com", subject: "Hello", text: "Text", html: "<p>Text</p>" };

function mailWith(deliver: Deliver, provider: MailProvider = "smtp") {
  let job: JobKind | undefined;
  let ahead = 0;
  const woken: string[] = [];
  const mail = createMail({
    sql,
    log: silent,
    provider,
    deliver,
    now: () => new Date(Date.now() + ahead),
    jobs: { add: (kind) => void (job = kind), wake: async (_name, key) => void woken.push(key) },
  });
  return {
    send: mail.send,
    woken,
    ahead: (seconds: number) => void (ahead += seconds * 1000),
    /** What the workers do with everything that is due. */
    async work() {
      for (const id of await job!.findDue(100)) await job!.run(id, AbortSignal.abort());
    },
    run: (id: string) => job!.run(id, AbortSignal.abort()),
  };
}

const rows = () => sql<{ id: string; state: string; attempts: number; content: unknown; reason: string | null }[]>`
  select id, state, attempts, content, reason from private.mails order by id`;

beforeEach(async () => {
  await sql`truncate private.mails`;
});

describe("a mail", () => {
  test("is a row before it leaves, and its text is forgotten when it has left", async () => {
    const sent: Message[] = [];
    const { send, woken, work } = mailWith(async (given) => void sent.push(given));
    await send({ ...message, link: "https://example.com/verify" });
    expect(sent).toHaveLength(0);
    const [waiting] = await rows();
    expect(waiting).toMatchObject({ state: "queued", content: { text: "Text", link: "https://example.com/verify" } });
    expect(woken).toEqual([waiting!.id]);
    await work();
    expect(sent).toEqual([{ ...message, link: "https://example.com/verify" }]);
    expect(await rows()).toMatchObject([{ state: "sent", content: null, attempts: 1 }]);
  });

  test("is not there when the transaction it belongs to is rolled back", async () => {
    const { send } = mailWith(async () => {});
    await sql
      .begin(async (within) => {
        await send(message, { within });
        throw new Error("no");
      })
      .catch(() => undefined);
    expect(await rows()).toEqual([]);
  });

  test("leaves once, however many try at the same time", async () => {
    let sent = 0;
    const { send, run } = mailWith(async () => void (sent += 1));
    await send(message);
    const [{ id } = { id: "" }] = await rows();
    await Promise.all(Array.from({ length: 10 }, () => run(id)));
    await run(id);
    expect(sent).toBe(1);
  });

  test("is tried again later and later after a passing failure, and not for ever", async () => {
    let tries = 0;
    const { send, work, ahead } = mailWith(async () => {
      tries += 1;
      throw new Error("The SMTP server answered 451");
    });
    await send(message, { expiresAt: new Date(Date.now() + 86_400_000) });
    await work();
    await work();
    expect(tries).toBe(1); // not due yet
    for (const seconds of [5, 30, 120, 600, 1800]) {
      ahead(seconds);
      await work();
    }
    expect(tries).toBe(6);
    expect(await rows()).toMatchObject([{ state: "failed", content: null, reason: "The SMTP server answered 451" }]);
  });

  test("arrives when a passing failure has passed", async () => {
    let tries = 0;
    const { send, work, ahead } = mailWith(async () => {
      tries += 1;
      if (tries < 3) throw new Error("busy");
    });
    await send(message);
    for (const seconds of [0, 5, 30]) {
      ahead(seconds);
      await work();
    }
    expect(await rows()).toMatchObject([{ state: "sent", attempts: 3 }]);
  });

  test("is given up at once where trying again is of no use", async () => {
    const { send, work } = mailWith(() => Promise.reject(new PermanentFailure("unknown recipient")));
    await send(message);
    await work();
    expect(await rows()).toMatchObject([{ state: "failed", attempts: 1 }]);
  });

  test("that may have left is uncertain, and is not sent again", async () => {
    let tries = 0;
    const { send, work, ahead } = mailWith(async () => {
      tries += 1;
      throw new UncertainDelivery("fell silent");
    });
    await send(message);
    await work();
    ahead(3600);
    await work();
    expect(tries).toBe(1);
    expect(await rows()).toMatchObject([{ state: "uncertain", content: null, reason: "fell silent" }]);
  });

  test("whose code has ended is not sent any more", async () => {
    let tries = 0;
    const { send, work, ahead } = mailWith(async () => void (tries += 1));
    await send(message, { expiresAt: new Date(Date.now() + 600_000) });
    ahead(601);
    await work();
    expect(tries).toBe(0);
    expect(await rows()).toMatchObject([{ state: "expired", content: null }]);
  });
});

describe("a server that died while it handed a mail over", () => {
  async function leftBehind(provider: MailProvider) {
    let tries = 0;
    const parts = mailWith(async () => void (tries += 1), provider);
    await parts.send(message);
    await sql`update private.mails set state = 'sending', attempts = 1, lease_until = now() - interval '1 second'`;
    await parts.work();
    return tries;
  }

  test.each(["smtp", "postmark"] as const)("leaves it uncertain with %s: it may have left", async (provider) => {
    expect(await leftBehind(provider)).toBe(0);
    expect(await rows()).toMatchObject([{ state: "uncertain" }]);
  });

  test("writes the file again under the same name where mail becomes files", async () => {
    expect(await leftBehind("outbox")).toBe(1);
    expect(await rows()).toMatchObject([{ state: "sent" }]);
  });

  test("is not disturbed while its lease runs", async () => {
    const { send, work } = mailWith(() => Promise.reject(new Error("nobody should send it")));
    await send(message);
    await sql`update private.mails set state = 'sending', attempts = 1, lease_until = now() + interval '20 seconds'`;
    await work();
    expect(await rows()).toMatchObject([{ state: "sending" }]);
  });
});

test("finished mails are forgotten after a month", async () => {
  const { send, work, ahead } = mailWith(async () => {});
  await send(message);
  await work();
  ahead(29 * 86_400);
  await work();
  expect(await rows()).toHaveLength(1);
  ahead(2 * 86_400);
  await work();
  expect(await rows()).toHaveLength(0);
});

test.each([
  "a@example.com\r\nBcc: b@example.com",
  "a@example.com\nBcc: b",
  "a@example.com\u0000",
  "a@example.com\u2028x",
])("headers are never split: %j", async (to) => {
  const { send } = mailWith(async () => {});
  await expect(send({ ...message, to })).rejects.toThrow("control characters");
  await expect(send({ ...message, subject: to })).rejects.toThrow("control characters");
  expect(await rows()).toEqual([]);
});
