// The public addresses of the forms: tokens, layers, limits, and what every answer says and does not say.
import { randomUUID } from "node:crypto";
import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { beforeEach, describe, expect, test } from "vitest";
import { openPool } from "#server/platform/database/sql.ts";
import { moduleSite, type ModuleSite } from "#server/testing/module-site.ts";
import { composeAll } from "#server/testing/outbox-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { serverWith } from "../server.ts";

const { sql } = await testDatabase();
let clock = Date.now();
let pauses: number[] = [];
const now = () => new Date(clock);
const open = () =>
  moduleSite(sql, "inquiries", serverWith({ now, pause: async (milliseconds) => void pauses.push(milliseconds) }), {
    now,
  });
let site: ModuleSite;

const contact = {
  form: "contact",
  subject: "AI Consult",
  name: "Ada Lind",
  email: "ada@norrfall.example",
  company: "Norrfall",
  message: "We have to decide by spring whether to build or to buy.",
  trap: "",
};
let network = 0;
/** Each test is their own visitor. */
const home = () => `198.51.${network}.7`;

const json = (body: object, from = home()) =>
  site.ask("/api/inquiries", {
    method: "POST",
    from,
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  });
const plain = (body: Record<string, string>, from = home()) =>
  site.ask("/api/inquiries", { method: "POST", from, body: new URLSearchParams(body) });
interface Token {
  token: string;
  submission: string;
  expires_at: string;
  proof?: Parameters<typeof solveChallenge>[0]["challenge"];
}
const token = async (form = "contact", from = home()) =>
  (await (await site.ask(`/api/inquiries/token?form=${form}`, { from })).json()) as Token;
/** As a person does: opens the form, reads, types, sends. */
async function send(changed: object = {}, from = home()) {
  const { token: signed, submission } = await token((changed as { form?: string }).form ?? "contact", from);
  clock += 20_000;
  return { submission, answer: await json({ ...contact, token: signed, submission, ...changed }, from) };
}
const stored = async (id: string) => {
  const [row] = await sql<
    {
      state: string;
      held_because: string[];
      message: string;
      name: string;
      email: string;
      subject_text: string;
      fields: unknown;
      company: string;
    }[]
  >`
    select state, held_because, message, name, email, subject_text, fields, company from public.inquiries where id = ${id}`;
  return row;
};

beforeEach(async () => {
  network += 1;
  clock = Date.now();
  pauses = [];
  await sql`delete from public.tasks`;
  await sql`delete from public.inquiries`;
  await sql`delete from public.outbox`;
  await sql`delete from public.consents`;
  await sql`delete from public.accounts`;
  await sql`delete from server.limits`;
  await sql`update public.modules set live = true where key in ('inquiries', 'tasks')`;
  site = open();
});

describe("a form", () => {
  test("inquiries 1: answers 202 with the day we answer by, the same as the task's", async () => {
    const { answer, submission } = await send();
    expect(answer.status).toBe(202);
    const said = (await answer.json()) as { answer_by: string; answer_by_text: string };
    expect(await stored(submission)).toMatchObject({ state: "new", held_because: [] });
    const [task] = await sql<{ due_at: Date; day: string }[]>`
      select due_at, to_char(due_at at time zone time_zone, 'FMDay, FMMonth FMDD') as day from public.tasks, public.office`;
    expect(new Date(said.answer_by)).toEqual(task!.due_at);
    expect(said.answer_by_text).toBe(task!.day);
  });

  test("inquiries 1: with its office in another zone names that office's hour", async () => {
    await sql`update public.office set time_zone = 'America/New_York'`;
    const { answer } = await send();
    expect(((await answer.json()) as { answer_by: string }).answer_by).toMatch(/T17:00:00-0[45]:00$/);
    await sql`update public.office set time_zone = 'UTC'`;
  });

  test("inquiries 6: without JavaScript leads to a page that names the day; a double click is one inquiry", async () => {
    const answers = [await plain(contact), await plain(contact)];
    const [row] = await sql<
      { day: string }[]
    >`select to_char(due_at at time zone 'UTC', 'YYYY-MM-DD') as day from public.inquiries`;
    for (const answer of answers) {
      expect(answer.status).toBe(303);
      expect(answer.headers.get("location")).toBe(`/contact/sent?by=${row!.day}`);
    }
    const rows = await sql`select state from public.inquiries`;
    expect(rows).toEqual([{ state: "new" }]);
    // With the box for articles ticked, the page says whether the mail to confirm was sent or is held.
    const ticked = async (email: string) =>
      (await plain({ ...contact, email, subscribe: "yes" })).headers.get("location");
    expect(await ticked("reader@norrfall.example")).toContain("news=later");
    await sql`update private.outbox_gate set is_open = true`;
    expect(await ticked("reader2@norrfall.example")).toContain("news=sent");
    await sql`update private.outbox_gate set is_open = false`;
  });

  test("inquiries 6: without a token is quarantined unless it is clean on every other signal", async () => {
    const held = async (changed: Record<string, string>) => {
      const submission = randomUUID();
      await plain({ ...contact, submission, ...changed });
      return (await stored(submission))!.held_because;
    };
    expect(await held({ email: "one@norrfall.example", message: "Nothing odd about this one" })).toEqual([]);
    expect(await held({ email: "two@norrfall.example", trap: "filled by a machine" })).toEqual(["trap"]);
    expect(await held({ email: "three@norrfall.example", message: "http://a http://b http://c" })).toEqual(["links"]);
    const { trap: _, ...untrapped } = contact;
    const submission = randomUUID();
    await plain({ ...untrapped, submission, email: "four@norrfall.example" });
    expect((await stored(submission))!.held_because).toEqual(["trap"]);
  });

  test("inquiries 6: of training joins the two names and keeps what else it asks", async () => {
    const submission = randomUUID();
    await plain({
      form: "training",
      submission,
      firstName: "Ada",
      lastName: "Lind",
      email: "ada@norrfall.example",
      seats: "12",
      trap: "",
    });
    expect(await stored(submission)).toMatchObject({ name: "Ada Lind", fields: { seats: "12" } });
  });

  test("inquiries 7: says which field is wrong, and stores nothing", async () => {
    const answer = await json({ ...contact, email: "ada@", name: "", message: "x".repeat(10_001) });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      message: "Please look at the marked fields.",
      fields: {
        email: "This does not look like an email address",
        message:
          "The message has 10,001 characters; we take up to 10,000. Shorten it, or write to hello@guidevane.example",
      },
    });
    expect(await (await json({ ...contact, name: " ", message: "" })).json()).toMatchObject({
      fields: { name: "Please enter your name", message: "Please write a message" },
    });
    expect((await json({ ...contact, message: "x".repeat(70_000) })).status).toBe(413);
    for (const body of ["null", "[]", "7", "{", '"text"'])
      expect(
        (
          await site.ask("/api/inquiries", {
            method: "POST",
            from: home(),
            body,
            headers: { "content-type": "application/json" },
          })
        ).status,
      ).toBe(400);
    expect(
      (
        await site.ask("/api/inquiries", {
          method: "POST",
          from: home(),
          body: "x",
          headers: { "content-type": "text/plain" },
        })
      ).status,
    ).toBe(415);
    expect(await sql`select from public.inquiries`).toHaveLength(0);
  });

  test("inquiries 7: too long and without JavaScript it is refused by a page that holds the whole message", async () => {
    const words = `${"A long story. ".repeat(800)}<b>The end</b>`;
    const answer = await plain({ ...contact, message: words });
    expect(answer.status).toBe(400);
    const page = await answer.text();
    expect(page).toContain("The message has 11,214 characters; we take up to 10,000.");
    expect(page).toContain(`${"A long story. ".repeat(800)}&lt;b&gt;The end&lt;/b&gt;`);
    const larger = await plain({ ...contact, message: "x".repeat(70_000) });
    expect(larger.status).toBe(413);
    expect(await larger.text()).toMatch(/64,000 bytes.*hello@guidevane\.example.*Go back in your browser/s);
    expect(await sql`select from public.inquiries`).toHaveLength(0);
    const longest = await plain({ ...contact, message: "x".repeat(10_000) });
    expect(longest.status).toBe(303);
  });

  test("inquiries 7: sent again after the answer was lost is the same inquiry and the same answer", async () => {
    const { token: signed, submission } = await token();
    clock += 20_000;
    const body = { ...contact, token: signed, submission };
    const [first, second] = [await json(body), await json(body)];
    expect(await second.json()).toEqual(await first.json());
    expect(await sql`select from public.inquiries`).toHaveLength(1);
  });

  test("inquiries 7: without a database says that it cannot be kept, and the same message goes through later", async () => {
    const { token: signed, submission } = await token();
    clock += 20_000;
    const body = { ...contact, token: signed, submission };
    const away = openPool({ host: "/nowhere", user: "nobody", database: "none", max: 1 });
    const there = site;
    site = moduleSite(away, "inquiries", serverWith({ now, pause: async () => {} }), { now });
    expect((await json(body)).status).toBe(503);
    await away.end({ timeout: 1 });
    site = there;
    expect((await json(body)).status).toBe(202);
    expect((await stored(submission))!.state).toBe("new");
  });

  test("inquiries 12: hundreds that wait for their answer keep nobody else waiting", async () => {
    let go = () => {};
    const held = new Promise<void>((resolve) => (go = resolve));
    site = moduleSite(sql, "inquiries", serverWith({ now, pause: () => held }), { now });
    const waiting: Promise<Response>[] = [];
    for (let hour = 1; hour <= 4; hour += 1) {
      for (let n = 0; n < 50; n += 1)
        waiting.push(
          json(
            { ...contact, submission: randomUUID(), email: `q${n}@queue${hour}.example` },
            `10.${50 * hour + n}.0.1`,
          ),
        );
      await expect
        .poll(async () => (await sql`select from public.inquiries`).length, { timeout: 30_000 })
        .toBe(50 * hour);
      clock += 3_601_000;
    }
    // All are stored, none is answered, and no connection is held for any of them.
    expect((await site.ask("/api/inquiries/token", { from: home() })).status).toBe(200);
    go();
    expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([202]));
  });

  test("inquiries 1: is unknown while the module is off, and nothing is stored", async () => {
    await sql`update public.modules set live = false where key = 'inquiries'`;
    const unknown = await site.ask("/api/nothing-here");
    const answers = [
      await site.ask("/api/inquiries/token"),
      await json(contact),
      await plain(contact),
      await site.ask(`/i/${"A".repeat(43)}`),
      await site.ask(`/c/${"A".repeat(43)}`),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(unknown.status);
      expect(await answer.text()).toBe("<h1>Oops! Page not found</h1>");
    }
    expect(await sql`select from public.inquiries`).toHaveLength(0);
  });
});

describe("tokens", () => {
  test("inquiries 12: that are forged, of another form, of another submission or from the future are quarantined", async () => {
    const { token: signed, submission } = await token();
    const other = await token();
    const [time, seal] = signed.split(".") as [string, string];
    clock += 20_000;
    const tries = {
      "another seal": { token: `${time}.${"A".repeat(43)}`, submission: randomUUID() },
      "another submission": { token: signed, submission: other.submission },
      "another form": { token: signed, submission, form: "training" },
      "an earlier time": { token: `${Number(time) - 1}.${seal}`, submission: randomUUID() },
      "no token at all": { token: "x".repeat(100), submission: randomUUID() },
      "fields cut elsewhere": { token: `${time}${submission[0]}.${seal}`, submission: randomUUID() },
    };
    const tried: string[] = [];
    for (const [name, changed] of Object.entries(tries)) {
      const id = changed.submission;
      await json({ ...contact, email: `${randomUUID()}@norrfall.example`, ...changed }, `203.${tried.length}.113.9`);
      tried.push(name);
      expect((await stored(id))!.held_because, name).toContain("token");
      await sql`delete from public.inquiries where id = ${id}`;
    }
  });

  test("inquiries 7: that are a day old renew for the same submission, and an old one loses nobody's message", async () => {
    const { token: old, submission, expires_at } = await token();
    expect(new Date(expires_at).getTime()).toBe(clock + 24 * 3_600_000);
    clock += 25 * 3_600_000;
    const renewed = (await (
      await site.ask(`/api/inquiries/token?submission=${submission}`, { from: home() })
    ).json()) as Token;
    expect(renewed.submission).toBe(submission);
    expect(renewed.token).not.toBe(old);
    const answer = await json({ ...contact, token: old, submission });
    expect(answer.status).toBe(202);
    expect((await stored(submission))!.state).toBe("new");
  });

  test("inquiries 12: that come back at once are no spam signal: autofill and pasted text are quick", async () => {
    for (const [n, form] of (["contact", "training", "manifesto", "newsletter"] as const).entries()) {
      const { token: signed, submission } = await token(form);
      await json({
        ...contact,
        form,
        email: `quick${n}@norrfall.example`,
        message: `Pasted ${n}`,
        token: signed,
        submission,
      });
      expect(await stored(submission), form).toMatchObject({
        state: form === "contact" || form === "training" ? "new" : "closed",
        held_because: [],
      });
    }
  });
});

describe("limits", () => {
  test("inquiries 12: of a network: five an hour pass, the next need work, and sixty end it with the mail address", async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 7; n += 1)
      statuses.push((await send({ email: `n${n}@norrfall.example`, message: `Message number ${n}` })).answer.status);
    expect(statuses).toEqual([202, 202, 202, 202, 202, 428, 428]);
    expect(await sql`select from public.inquiries where state <> 'new'`).toHaveLength(0);
    expect(await sql`select from public.inquiries`).toHaveLength(5);
    // Neighbours in the same /24 are the same network; others are not asked for anything.
    expect((await token("contact", `198.51.${network}.200`)).proof).toBeDefined();
    expect((await token("contact", `203.0.${network}.1`)).proof).toBeUndefined();
    let last = await json(contact);
    for (let n = 0; n < 60 && last.status === 428; n += 1) last = await json({ ...contact, submission: randomUUID() });
    expect(last.status).toBe(429);
    expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await last.json()).toMatchObject({ email: "hello@guidevane.example" });
    expect(await (await plain(contact)).text()).toContain("hello@guidevane.example");
    expect(
      (await stored((await send({ email: "far@norrfall.example" }, `203.0.${network}.9`)).submission))!.state,
    ).toBe("new");
    clock += 3_601_000;
    expect((await send({ email: "later@norrfall.example", message: "An hour later" })).answer.status).toBe(202);
  });

  const solve = async (proof: Token["proof"]) => {
    const solution = await solveChallenge({ challenge: proof!, deriveKey });
    return Buffer.from(JSON.stringify({ challenge: proof, solution })).toString("base64");
  };

  test("audit-4 S13: inquiries 12: work slows and lifts no limit: past twenty of a network an hour, and past three of an address a day, a message waits for a person", async () => {
    const result: string[] = [];
    for (let n = 0; n < 22; n += 1) {
      const { token: signed, submission, proof } = await token();
      clock += 20_000;
      const words = { email: `made${n}@up${n}.example`, message: `Worked for ${n}` };
      const answer = await json({
        ...contact,
        ...words,
        token: signed,
        submission,
        ...(proof && { proof: await solve(proof) }),
      });
      const row = await stored(submission);
      result.push(`${answer.status} ${row?.state} ${row?.held_because.join()}`);
      // What waits has no day to be told, and made nothing.
      if (n >= 20) expect(await answer.json()).toMatchObject({ answer_by: null });
    }
    expect(result.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => "202 new "));
    expect(result.slice(20)).toEqual(["202 held network", "202 held network"]);
    expect(await sql`select from public.contacts where email like 'made%'`).toHaveLength(20);
    expect(await sql`select from public.outbox`).toHaveLength(20);

    // An address, from ever other networks, each with its work.
    const states: string[] = [];
    for (let n = 0; n < 4; n += 1) {
      const from = `203.0.${n}.1`;
      await sql`delete from server.limits where key like 'inquiries site:%'`;
      for (let used = 0; used < 5; used += 1)
        await send({ email: `other${n}-${used}@elsewhere.example`, message: `Other ${n} ${used}` }, from);
      const { token: signed, submission, proof } = await token("contact", from);
      clock += 20_000;
      await json({ ...contact, message: `Again ${n}`, token: signed, submission, proof: await solve(proof) }, from);
      states.push((await stored(submission))!.held_because.join());
    }
    expect(states).toEqual(["", "", "", "address"]);
  });

  test("inquiries 12: work that is done lets a message pass, once and for its own submission only", async () => {
    for (let n = 0; n < 6; n += 1) await send({ email: `w${n}@norrfall.example`, message: `Work ${n}` });
    const { token: signed, submission, proof } = await token();
    const solved = await solve(proof);
    clock += 20_000;
    const sent = { ...contact, email: "worker@norrfall.example", message: "I have worked for this" };
    await json({ ...sent, token: signed, submission, proof: solved });
    expect((await stored(submission))!.held_because).toEqual([]);

    const again = await token();
    clock += 20_000;
    const other = { ...sent, message: "Another", token: again.token, submission: again.submission };
    const refused = await json({ ...other, proof: solved });
    expect(refused.status).toBe(428);
    expect(await stored(again.submission)).toBeUndefined();
    const forged = await token();
    const easy = { ...forged.proof!, parameters: { ...forged.proof!.parameters, cost: 1, keyPrefix: "" } };
    const { solution } = JSON.parse(Buffer.from(solved, "base64").toString()) as { solution: object };
    const lie = Buffer.from(JSON.stringify({ challenge: easy, solution })).toString("base64");
    clock += 20_000;
    const third = { ...sent, message: "A third", token: forged.token, submission: forged.submission, proof: lie };
    expect((await json(third)).status).toBe(428);
    expect(await stored(forged.submission)).toBeUndefined();
    // The refusal brings what the same message needs to be taken.
    const asked = (await refused.json()) as Token & { message: string };
    expect(asked.message).toMatch(/Many messages are arriving at the moment\. Yours was not sent/);
    expect(asked.submission).toBe(again.submission);
    expect((await json({ ...other, token: asked.token, proof: await solve(asked.proof) })).status).toBe(202);
    expect((await stored(again.submission))!.state).toBe("new");
  });

  test("audit-4 O13: inquiries 12: past sixty an hour a visitor without JavaScript answers a plain question, is told that nothing was sent yet, and then is heard", async () => {
    await send({ email: "first@norrfall.example", message: "The first" }, "203.0.1.1");
    await sql`update server.limits set used = 60 where key like 'inquiries site:%'`;
    const typed = { ...contact, message: "Words <kept>\nover two lines", subscribe: "yes" };
    const hidden = (page: string) =>
      Object.fromEntries(
        [...page.matchAll(/type="hidden"\s+name="([^"]*)"\s+value="([^"]*)"/g)].map(([, name, value]) => [
          name!,
          value!.replaceAll("&lt;", "<").replaceAll("&gt;", ">"),
        ]),
      );
    const first = await plain(typed);
    expect(first.status).toBe(428);
    let page = await first.text();
    expect(page).toContain("Your message was not sent yet");
    expect(await sql`select from public.inquiries where email = ${contact.email}`).toHaveLength(0);
    // A wrong answer is asked again, and loses no word.
    const wrong = await plain({ ...hidden(page), answer: "99" });
    expect(wrong.status).toBe(428);
    page = await wrong.text();
    expect(page).toContain("That was not the answer");
    const numbers = ["two", "three", "four", "five", "six", "seven", "eight", "nine"];
    const [, one = "", other = ""] = /How much is (\w+) plus (\w+)\?/.exec(page) ?? [];
    const answer = String(numbers.indexOf(one) + numbers.indexOf(other) + 4);
    // The answer belongs to this message.
    expect((await plain({ ...hidden(page), submission: randomUUID(), answer })).status).toBe(428);
    const heard = await plain({ ...hidden(page), answer });
    expect(heard.status).toBe(303);
    expect(heard.headers.get("location")).toMatch(/^\/contact\/sent\?by=/);
    const rows = await sql`select state, held_because, message from public.inquiries where email = ${contact.email}`;
    expect(rows).toEqual([{ state: "new", held_because: [], message: typed.message }]);
  });

  test("audit-4 O9: inquiries 12: what one process counted another knows: they share the limits, and a restart forgets none", async () => {
    const other = open();
    for (let n = 0; n < 5; n += 1) await send({ email: `p${n}@norrfall.example`, message: `Process ${n}` });
    const answer = await other.ask("/api/inquiries", {
      method: "POST",
      from: home(),
      body: JSON.stringify({ ...contact, submission: randomUUID(), message: "To the other process" }),
      headers: { "content-type": "application/json" },
    });
    expect(answer.status).toBe(428);
    expect(await sql`select key from server.limits where key like '%198.51%' or key like '%norrfall%'`).toEqual([]);
  });

  test("inquiries 12: of an address: three a day, also after a restart", async () => {
    const states: string[] = [];
    for (let n = 0; n < 4; n += 1) {
      if (n === 3) site = open();
      const { submission } = await send({ message: `Message number ${n}` }, `203.0.${n}.1`);
      states.push((await stored(submission))!.state);
    }
    expect(states).toEqual(["new", "new", "new", "held"]);
  });

  test("inquiries 12: five hundred posts in a minute from many networks are asked for work, one group, and no mail storm", async () => {
    const words = "Our agency brings your site to the first page of every search, guaranteed";
    const statuses = new Map<number, number>();
    for (let round = 0; round < 20; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 25 }, (_, n) =>
          json(
            { ...contact, submission: randomUUID(), email: `s${round}-${n}@seller.example`, message: words },
            `10.${round}.${n}.1`,
          ),
        ),
      );
      for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
      clock += 3000;
    }
    expect(Object.fromEntries(statuses)).toEqual({ 202: 60, 428: 440 });
    const [row] = await sql<{ groups: number; mails: number; people: number }[]>`
      select count(distinct content_key)::int as groups,
        (select count(*)::int from public.outbox) as mails, (select count(*)::int from public.contacts) as people
      from public.inquiries`;
    // The first ones of a flood look like anyone's message; equal words are noticed before the limit.
    expect(row!.groups).toBe(1);
    expect(row!.mails).toBeLessThanOrEqual(50);
    expect(row!.mails).toBe(row!.people);
  });

  /** Whatever a message makes besides its own row. */
  const made = async () => {
    const [row] = await sql<{ contacts: number; accounts: number; tasks: number; mails: number; consents: number }[]>`
      select (select count(*)::int from public.contacts) as contacts, (select count(*)::int from public.accounts) as accounts,
        (select count(*)::int from public.tasks) as tasks, (select count(*)::int from public.outbox) as mails,
        (select count(*)::int from public.consents) as consents`;
    return row!;
  };
  const solvedToken = async (from: string) => {
    const { token: signed, submission, proof } = await token("contact", from);
    clock += 20_000;
    return { token: signed, submission, proof: await solve(proof) };
  };

  test("inquiries 12: 640 posts from 128 networks of one customer's /56 quarantine nobody else, and make next to nothing", async () => {
    const from = (n: number) => `2001:db8:7:${(0x5_00 + (n % 128)).toString(16)}::9`;
    for (let round = 0; round < 20; round += 1)
      await Promise.all(
        Array.from({ length: 32 }, (_, n) =>
          json(
            {
              ...contact,
              submission: randomUUID(),
              email: `f${round}-${n}@flood${round}-${n}.example`,
              message: `Flood ${round} ${n}`,
            },
            from(round * 32 + n),
          ),
        ),
      );
    expect(await made()).toEqual({ contacts: 5, accounts: 5, tasks: 5, mails: 5, consents: 0 });
    // Everyone else is heard as always, without any work, also elsewhere in IPv6.
    for (const [n, elsewhere] of ["203.0.113.9", "2001:db8:8:500::9"].entries()) {
      expect((await token("contact", elsewhere)).proof).toBeUndefined();
      const { submission } = await send({ email: `real${n}@norrfall.example`, message: `A real one ${n}` }, elsewhere);
      expect(await stored(submission)).toMatchObject({ state: "new", held_because: [] });
    }
    // Neighbours in the same /48 are asked for work once it has sent twenty, and heard.
    expect((await token("contact", "2001:db8:7:9900::1")).proof).toBeDefined();
  });

  test("inquiries 12: in a flood from everywhere a solved proof passes as a normal message, without it nothing is made; past ten times as many each waits", async () => {
    await send({ email: "first@norrfall.example" }, "203.0.1.1");
    const before = await made();
    await sql`update server.limits set used = 60 where key like 'inquiries site:%'`;
    const { submission, answer } = await send({ email: "noproof@norrfall.example", subscribe: "yes" });
    expect(answer.status).toBe(428);
    expect(await stored(submission)).toBeUndefined();
    expect(await made()).toEqual(before);

    const solved = await solvedToken(home());
    await json({ ...contact, email: "proved@norrfall.example", message: "I am a person", ...solved });
    expect(await stored(solved.submission)).toMatchObject({ state: "new", held_because: [] });
    expect(await made()).toEqual({ contacts: 2, accounts: 1, tasks: 2, mails: 2, consents: 0 });

    await sql`update server.limits set used = 600 where key like 'inquiries site:%'`;
    const late = await solvedToken(home());
    await json({ ...contact, email: "late@norrfall.example", message: "Late", subscribe: "yes", ...late });
    expect(await stored(late.submission)).toMatchObject({ state: "held", held_because: ["site"] });
    expect(await made()).toEqual({ contacts: 2, accounts: 1, tasks: 2, mails: 2, consents: 0 });
    // Accepted by a person, it becomes what it would have been, with its mails.
    await sql`select set_config('request.jwt.claims', '{"role": "service_role"}', false)`;
    await sql`select public.accept_inquiry(${late.submission})`;
    expect(await made()).toMatchObject({ contacts: 3, mails: 4, consents: 1 });
  });
});

describe("what an answer tells", () => {
  test("inquiries 9: the same to known, unknown, quarantined, blocked and machines: status, body, headers and time", async () => {
    await send({ email: "known@norrfall.example" });
    await sql`insert into public.blocked_senders (key) values ('email:blocked@norrfall.example') on conflict do nothing`;
    pauses = [];
    const answers = [];
    for (const [n, changed] of [
      { email: "known@norrfall.example" },
      { email: "unknown@elsewhere.example" },
      { email: "held@norrfall.example", trap: "x" },
      { email: "blocked@norrfall.example" },
      { email: "noreply@norrfall.example" },
      { email: "me@guidevane.example" },
    ].entries()) {
      const { answer } = await send({ message: `Words of visitor ${n}`, ...changed }, `203.0.${n}.1`);
      const headers = [...answer.headers].filter(([name]) => name !== "date");
      answers.push({ status: answer.status, body: await answer.text(), headers });
    }
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    // Each waited for the same clock beside its work.
    expect(new Set(pauses).size).toBe(1);
    expect(pauses).toHaveLength(6);
  });

  test("inquiries 9: nothing is answered before the clock says so, however fast the work was", async () => {
    let go = () => {};
    const held = new Promise<void>((resolve) => (go = resolve));
    site = moduleSite(sql, "inquiries", serverWith({ now, pause: () => held }), { now });
    let isAnswered = false;
    const answer = json({ ...contact, submission: randomUUID() }).then((response) => {
      isAnswered = true;
      return response;
    });
    await expect.poll(async () => (await sql`select from public.inquiries`).length).toBe(1);
    expect(isAnswered).toBe(false);
    go();
    expect((await answer).status).toBe(202);
  });
});

describe("what is typed", () => {
  const script = `<script>alert("x")</script>`;
  const formula = `=HYPERLINK("http://evil.example","click")`;

  test("inquiries 17: script and formula in every field are kept as text, and reach no mail and no header", async () => {
    const { submission } = await send({
      subject: `${script}\r\nBcc: victim@example.com`,
      name: `${formula}\u0000\nX: y`,
      company: script,
      message: `${formula}\n${script}\u0000`,
      fields: { [script]: formula },
    });
    expect(await stored(submission)).toMatchObject({
      subject_text: `${script} Bcc: victim@example.com`,
      name: `${formula} X: y`,
      company: script,
      message: `${formula}\n${script}`,
      fields: { [script]: formula },
    });
    await sql`select public.accept_inquiry(${submission})`.catch(() => undefined);
    await composeAll(sql);
    const mails = await sql<
      { text: string }[]
    >`select concat(subject, body_text, body_html) as text from public.outbox`;
    for (const { text } of mails) expect(text).not.toMatch(/script|HYPERLINK|victim|evil/);
  });

  test("inquiries 17: a receipt holds no word of the sender, and its address is one line", async () => {
    const { submission } = await send({
      name: "Buy cheap pills",
      company: "Pills Ltd",
      message: "Buy cheap pills at once",
    });
    await composeAll(sql);
    const [mail] = await sql<{ to_address: string; subject: string; body_text: string; body_html: string }[]>`
      select to_address, subject, body_text, body_html from public.outbox where origin_id = ${submission}`;
    expect(mail!.to_address).toBe("ada@norrfall.example");
    expect(`${mail!.subject} ${mail!.body_text} ${mail!.body_html}`).not.toMatch(/pills|AI Consult/i);
    for (const email of [
      "a@b.example\r\nBcc: c@d.example",
      "a@b.example,c@d.example",
      "a@b.example c@d.example",
      '"x"<a@b.example>',
    ])
      expect((await json({ ...contact, email })).status, email).toBe(400);
  });
});

describe("consent of a form", () => {
  test("inquiries 13: subscribing, requesting the manifesto and the box of the contact form each ask for their own", async () => {
    await send({ form: "newsletter", email: "a@norrfall.example", name: "", message: "" });
    await send({ form: "manifesto", email: "b@norrfall.example", name: "", message: "" });
    await send({ email: "c@norrfall.example", subscribe: "yes" });
    await send({ email: "d@norrfall.example", subscribe: false, message: "No box ticked here" });
    const rows = await sql<{ email_key: string; purpose: string; state: string; form: string }[]>`
      select email_key, purpose, state, form from public.consents order by email_key`;
    expect(rows).toEqual([
      { email_key: "a@norrfall.example", purpose: "newsletter", state: "asked", form: "newsletter" },
      { email_key: "b@norrfall.example", purpose: "manifesto", state: "asked", form: "manifesto" },
      { email_key: "c@norrfall.example", purpose: "newsletter", state: "asked", form: "contact" },
    ]);
    const [answer] = [
      await (await send({ form: "newsletter", email: "e@norrfall.example", name: "", message: "" })).answer.json(),
    ];
    expect(answer).toEqual({ answer_by: null, answer_by_text: null, mail_is_held: true });
  });

  test("inquiries 13: the answer says whether the question leaves or is held, the same to everyone", async () => {
    const subscribe = async (email: string, more: object = {}) => {
      const { answer } = await send({ form: "newsletter", email, name: "", message: "", ...more });
      return ((await answer.json()) as { mail_is_held: boolean }).mail_is_held;
    };
    const states = async () =>
      (await sql<{ state: string }[]>`select state from public.outbox order by id`).map(({ state }) => state);
    await sql`update private.outbox_gate set is_open = true`;
    expect(await subscribe("leaves@norrfall.example")).toBe(false);
    expect(await states()).toEqual(["queued"]);
    expect(await subscribe("trapped@norrfall.example", { trap: "x" })).toBe(false);
    await sql`update private.outbox_gate set is_open = false`;
    expect(await subscribe("held@norrfall.example")).toBe(true);
    expect(await subscribe("trapped2@norrfall.example", { trap: "x" })).toBe(true);
    expect(await states()).toEqual(["queued", "held"]);
    // Without JavaScript the page after sending is told, too.
    const answer = await plain({ form: "newsletter", email: "plain@norrfall.example", trap: "" });
    expect(answer.headers.get("location")).toBe("/contact/sent?mail=later");
  });
});

describe("a test inquiry", () => {
  test("inquiries 1: runs the whole chain for an administrator and leaves nothing", async () => {
    expect((await site.ask("/api/inquiries/test", { method: "POST" })).status).toBe(401);
    const before =
      await sql`select (select count(*)::int from public.accounts) as a, (select count(*)::int from public.events) as e`;
    const answer = await site.ask("/api/inquiries/test", { method: "POST", headers: { authorization: "Bearer x" } });
    const { ok, steps } = (await answer.json()) as {
      ok: boolean;
      steps: { name: string; ok: boolean; detail: string }[];
    };
    expect(steps.filter((step) => !step.ok)).toEqual([]);
    expect(ok).toBe(true);
    expect(steps.map(({ name }) => name)).toEqual([
      "Shape",
      "Token",
      "Layers",
      "Inquiry",
      "Person and company",
      "Task",
      "Timeline",
      "Receipt",
      "Rolled back",
    ]);
    expect(
      await sql`select (select count(*)::int from public.accounts) as a, (select count(*)::int from public.events) as e`,
    ).toEqual(before);
  });

  test("inquiries 1: says so when a step fails", async () => {
    await sql.unsafe(
      `create function public.fault() returns trigger language plpgsql as 'begin raise exception ''fault''; end'`,
    );
    await sql.unsafe(`create trigger fault before insert on public.tasks for each row execute function public.fault()`);
    const answer = await site.ask("/api/inquiries/test", { method: "POST", headers: { authorization: "Bearer x" } });
    expect(await answer.json()).toMatchObject({ ok: false });
    await sql.unsafe(`drop function public.fault() cascade`);
  });
});
