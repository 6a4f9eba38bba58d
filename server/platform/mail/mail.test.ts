// What happens to mail of class system between send() and the mailbox: kept as a row, sent once, tried again, given up, or in doubt.
import { beforeEach, describe, expect, test } from "vitest";
import { actAs, addUser } from "#server/testing/act-as.ts";
import { testGate } from "#server/testing/outbox-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { PermanentFailure, type ProviderName, UncertainDelivery } from "../outbox/outgoing.ts";
import { createMail, type Message } from "./mail.ts";

const { sql } = await testDatabase();
const message: Message = { to: "ada@example.com", subject: "Hello", text: "Text", html: "<p>Text</p>" };

/** In the safe mode, as by default: this mail passes. */
function mailWith(deliver: () => Promise<undefined>, provider: ProviderName = "smtp") {
  const gate = testGate(sql, { isOpen: false, deliver, provider: { name: provider } });
  const woken: string[] = [];
  const mail = createMail({ sql, now: gate.now, jobs: { wake: async (_name, key) => void woken.push(key) } });
  return { send: mail.send, woken, ahead: gate.ahead, work: gate.sweep, run: gate.send, sent: gate.sent };
}
const taken = async () => undefined;

const rows = () =>
  sql<
    {
      id: string;
      state: string;
      attempts: number;
      secret: unknown;
      gate_code: string | null;
      gate_detail: string | null;
    }[]
  >`select id, state, attempts, secret, gate_code, gate_detail from public.outbox order by id`;

beforeEach(async () => {
  await sql`delete from public.outbox`;
});

describe("a mail", () => {
  test("is a row before it leaves, and its text is forgotten when it has left", async () => {
    const { send, woken, work, sent } = mailWith(taken);
    await send({ ...message, link: "https://example.com/verify" });
    expect(sent).toHaveLength(0);
    const [waiting] = await rows();
    expect(waiting).toMatchObject({ state: "queued", secret: { text: "Text", link: "https://example.com/verify" } });
    expect(woken).toEqual([waiting!.id]);
    await work();
    expect(sent).toMatchObject([{ ...message, link: "https://example.com/verify", headers: {} }]);
    expect(await rows()).toMatchObject([{ state: "sent", secret: null, attempts: 1 }]);
  });

  test("is not there when the transaction it belongs to is rolled back", async () => {
    const { send } = mailWith(taken);
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
    const { send, run } = mailWith(async () => void (sent += 1) as undefined);
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
    expect(await rows()).toMatchObject([
      { state: "failed", secret: null, gate_code: "provider", gate_detail: "The SMTP server answered 451" },
    ]);
  });

  test("arrives when a passing failure has passed", async () => {
    let tries = 0;
    const { send, work, ahead } = mailWith(async () => {
      tries += 1;
      if (tries < 3) throw new Error("busy");
      return undefined;
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
    expect(await rows()).toMatchObject([
      { state: "uncertain", secret: null, gate_code: "provider", gate_detail: "fell silent" },
    ]);
  });

  test("whose code has ended is not sent any more", async () => {
    let tries = 0;
    const { send, work, ahead } = mailWith(async () => void (tries += 1) as undefined);
    await send(message, { expiresAt: new Date(Date.now() + 600_000) });
    ahead(601);
    await work();
    expect(tries).toBe(0);
    expect(await rows()).toMatchObject([{ state: "expired", secret: null }]);
  });
});

describe("a server that died while it handed a mail over", () => {
  async function leftBehind(provider: ProviderName) {
    let tries = 0;
    const parts = mailWith(async () => void (tries += 1) as undefined, provider);
    await parts.send(message);
    await sql`update public.outbox set state = 'sending', phase = 'handing_over', provider = ${provider}, attempts = 1,
      lease_until = now() - interval '1 second'`;
    await parts.work();
    return tries;
  }

  test.each(["smtp", "postmark"] as const)("leaves it uncertain with %s: it may have left", async (provider) => {
    expect(await leftBehind(provider)).toBe(0);
    expect(await rows()).toMatchObject([{ state: "uncertain" }]);
  });

  test("writes the file again under the same name where mail becomes files", async () => {
    expect(await leftBehind("folder")).toBe(1);
    expect(await rows()).toMatchObject([{ state: "sent" }]);
  });

  test("is not disturbed while its lease runs", async () => {
    const { send, work } = mailWith(() => Promise.reject(new Error("nobody should send it")));
    await send(message);
    await sql`update public.outbox set state = 'sending', phase = 'handing_over', attempts = 1, lease_until = now() + interval '20 seconds'`;
    await work();
    expect(await rows()).toMatchObject([{ state: "sending" }]);
  });
});

test("finished mails are forgotten after a month", async () => {
  const { send, work, ahead } = mailWith(taken);
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
  const { send } = mailWith(taken);
  await expect(send({ ...message, to })).rejects.toThrow("control characters");
  await expect(send({ ...message, subject: to })).rejects.toThrow("control characters");
  expect(await rows()).toEqual([]);
});

test("outbox 1: mail that signs someone in passes in the safe mode, and neither staff nor the secret key reads it", async () => {
  const { send, work, sent } = mailWith(taken);
  await send({ ...message, text: "Your code is 123456" });
  const admin = { role: "authenticated", userId: await addUser(sql, { admin: true }) } as const;
  expect(await actAs(sql, admin, (caller) => caller`select id from public.outbox`)).toEqual([]);
  for (const who of [admin, { role: "service_role" } as const])
    await expect(actAs(sql, who, (caller) => caller`select secret from public.outbox`)).rejects.toThrow(
      "permission denied",
    );
  await work();
  expect(sent).toHaveLength(1);
});
