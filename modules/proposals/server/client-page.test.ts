// The client's page as a visitor meets it, without a browser and without script; and the rules of pages behind links.
import { randomBytes } from "node:crypto";
import { proposalsForTests } from "#server/testing/proposals-for-tests.ts";
import { moduleSite } from "#server/testing/module-site.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { createLoggedPath } from "#server/http/logged-path.ts";
import { serverWith } from "../server.ts";

const { sql } = await testDatabase();
const house = await proposalsForTests(sql);
const { sent, draft, call, record, usual } = house;
let ahead = 0;
const now = () => new Date(Date.now() + ahead);
const site = moduleSite(sql, "proposals", serverWith({ now }), { now });

let visitor = 0;
let from = "";
beforeEach(() => {
  visitor += 1;
  from = `198.51.100.${visitor}`;
  ahead = 0;
});

const linkOf = async (id: string) => (await site.links.issue({ kind: "proposal", subjectId: id })).token;
const open = (token: string, query = "") => site.ask(`/p/${token}${query}`, { from });
const post = (token: string, fields: Record<string, string>, path = "") =>
  site.ask(`/p/${token}${path}`, {
    method: "POST",
    from,
    body: new URLSearchParams(fields),
    headers: { "content-type": "application/x-www-form-urlencoded", "user-agent": "Browser of a test" },
  });
/** The hidden fields of the form that does this. */
function formOf(html: string, action: string): Record<string, string> {
  const [form] = html.split("<form").filter((part) => new RegExp(`name="action"\\s+value="${action}"`).test(part));
  return Object.fromEntries(
    [...(form ?? "").matchAll(/<input\s+type="hidden"\s+name="([^"]+)"\s+value="([^"]*)"/g)].map(([, name, value]) => [
      name!,
      value!,
    ]),
  );
}
const signed = { name: "Maren Oduya", consent: "yes" };
const kinds = async (id: string) => (await record(id)).events.map(({ kind }) => kind).toReversed();

describe("the page", () => {
  test("proposals 1: everything is done by plain forms: options, accept, PDF, deposit, and print is the browser's", async () => {
    const { id } = await sent();
    const token = await linkOf(id);
    const first = await (await open(token)).text();
    expect(first).toContain("A publishing desk");
    expect(first).toContain("How we end");
    expect(first).not.toMatch(/<script[^>]+src=/);
    expect(first).toContain("$155,889.99");
    const chosen = await (await open(token, "?choose=1&option=3&option=4")).text();
    expect(chosen).toContain("$157,674.99");
    const accepted = await post(token, { ...formOf(chosen, "accept"), ...signed });
    expect(accepted.status).toBe(200);
    const page = await accepted.text();
    expect(page).toContain("Accepted.");
    // The bar of a phone asks for no answer any more.
    expect(page).not.toContain('href="#answer">Your answer');
    expect(page).toContain("Maren Oduya");
    // The moment of the signature names its zone: nobody knows what the client's clock shows.
    expect(page).toMatch(/\d\d:\d\d \([A-Z][\w/]+\)\. Reference/);
    expect((await record(id)).decision).toMatchObject({
      chosen: [3, 4],
      ip: from,
      user_agent: "Browser of a test",
      total_minor: 15767499,
    });
    const pay = await post(token, formOf(page, "pay"));
    expect(pay.status).toBe(303);
    expect(pay.headers.get("location")).toMatch(/^\/pay\/[\w-]{43}$/);
    const pdf = await open(token, "/proposal.pdf");
    expect(pdf.headers.get("content-type")).toBe("application/pdf");
    expect(pdf.headers.get("cache-control")).toBe("no-store");
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-");
  });

  test("once the deposit is paid the page says so and asks for it no more", async () => {
    const { id } = await sent();
    const { token } = await site.links.issue({ kind: "proposal", subjectId: id });
    const accepted = await post(token, { ...formOf(await (await open(token)).text(), "accept"), ...signed });
    expect(await accepted.text()).toContain("Pay deposit");
    await sql`
      insert into public.payments (request_id, kind, amount_minor, currency, method, received_on, provider, provider_id)
      select request.id, 'payment', request.amount_minor, request.currency, 'bank', public.office_today(), 'test', 'deposit'
      from public.payment_requests as request where request.proposal_id = ${id}`;
    const page = await (await open(token)).text();
    expect(page).not.toContain("Pay deposit");
    expect(page).toMatch(/The deposit of \$[\d,.]+ has been paid/);
  });

  test("the link to pay the deposit is one for each link to the proposal, ends when that ends, and is revoked with it", async () => {
    const { id } = await sent();
    const ends = new Date(Date.now() + 86_400_000);
    const { id: linkId, token } = await site.links.issue({ kind: "proposal", subjectId: id, expiresAt: ends });
    const accepted = await post(token, { ...formOf(await (await open(token)).text(), "accept"), ...signed });
    const fields = formOf(await accepted.text(), "pay");
    const addresses = new Set<string | null>();
    for (let press = 0; press < 3; press += 1) addresses.add((await post(token, fields)).headers.get("location"));
    expect(addresses.size).toBe(1);
    const rows = await sql<{ expires_at: Date; parent_id: string }[]>`
      select expires_at, parent_id from private.access_links where kind = 'payment'
        and subject_id = (select payment_request_id from public.proposal_decisions where proposal_id = ${id})`;
    expect(rows).toEqual([{ expires_at: ends, parent_id: linkId }]);
    const pay = [...addresses][0]!.slice("/pay/".length);
    expect(await site.links.find("payment", pay)).toMatchObject({ kind: "payment" });
    await site.links.setEnd(linkId, new Date(Date.now() - 1000));
    expect(await site.links.find("payment", pay)).toBe("ended");
    await site.links.setEnd(linkId, ends);
    await site.links.revoke(linkId);
    expect(await site.links.find("payment", pay)).toBe("ended");
  });

  test("links 7: an answer never waits for the word that a page was seen, also of colleagues behind the same address", async () => {
    const { id } = await sent();
    const token = await linkOf(id);
    const other = await linkOf((await sent()).id);
    const fields = { ...formOf(await (await open(token)).text(), "accept"), ...signed };
    for (let ping = 0; ping < 8; ping += 1)
      for (const each of [token, other]) expect((await post(each, {}, "/seen")).status).toBe(204);
    expect((await post(token, fields)).status).toBe(200);
    expect((await record(id)).state).toBe("accepted");
  });

  test("audit-4 attack: accepted twenty times at once over HTTP, with different options, it is one decision and one set of mails", async () => {
    const { id } = await sent();
    const token = await linkOf(id);
    const plain = formOf(await (await open(token)).text(), "accept");
    const chosen = formOf(await (await open(token, "?choose=1&option=3&option=4")).text(), "accept");
    // Of several networks: one alone may write five times a minute.
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        site.ask(`/p/${token}`, {
          method: "POST",
          from: `203.0.113.${n + 1}`,
          body: new URLSearchParams({ ...(n % 2 ? plain : chosen), ...signed }),
          headers: { "content-type": "application/x-www-form-urlencoded", "user-agent": "Browser of a test" },
        }),
      ),
    );
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    const { state, decision } = await record(id);
    expect(state).toBe("accepted");
    expect(decision).toBeTruthy();
    const [counted] = await sql`
      select (select count(*)::int from public.proposal_decisions where proposal_id = ${id}) as decisions,
        (select count(*)::int from public.proposal_events where proposal_id = ${id} and kind = 'accepted') as accepted,
        (select count(*)::int - count(distinct dedupe_key)::int from public.outbox where origin_id = ${id}) as twice`;
    expect(counted).toEqual({ decisions: 1, accepted: 1, twice: 0 });
  });

  test("proposals 2: without name, without consent or with a filled trap nothing is accepted, and the page says what is missing", async () => {
    const { id } = await sent();
    const token = await linkOf(id);
    const fields = formOf(await (await open(token)).text(), "accept");
    const tries: [Record<string, string>, string][] = [
      [{ consent: "yes" }, "Please type your full name."],
      [{ name: " . ", consent: "yes" }, "Please type your full name."],
      [{ name: "Maren Oduya" }, "Please tick this to accept."],
      [{ ...signed, website: "https://spam.example" }, "Your answer was not counted."],
    ];
    for (const [more, told] of tries) {
      from = `198.51.101.${tries.findIndex(([each]) => each === more) + 1}`;
      const answer = await post(token, { ...fields, ...more });
      expect(answer.status).toBe(422);
      expect(await answer.text()).toContain(told);
    }
    expect((await record(id)).state).toBe("sent");
  });

  test("proposals 2: who presses a second time gets the same page with 200", async () => {
    const { id } = await sent();
    const token = await linkOf(id);
    const fields: Record<string, string> = { ...formOf(await (await open(token)).text(), "accept"), ...signed };
    const first = await post(token, fields);
    const second = await post(token, { ...fields, name: "Someone Else" });
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(await second.text()).toBe(await first.text());
  });

  test("proposals 3: the loser is told what happened meanwhile", async () => {
    const outcomes: [name: string, status: number, told: string][] = [
      ["withdraw", 409, "was withdrawn"],
      ["revise", 409, "A newer version is being prepared"],
    ];
    for (const [action, status, told] of outcomes) {
      const { id } = await sent();
      const token = await linkOf(id);
      const fields: Record<string, string> = { ...formOf(await (await open(token)).text(), "accept"), ...signed };
      await call(`${action}_proposal`, { proposal: id });
      const late = await post(token, fields);
      expect(late.status).toBe(status);
      const text = await late.text();
      expect(text).toContain(told);
      expect(text).not.toContain("$");
    }
    const { id } = await sent({ valid_until: "2099-01-01", timezone: "UTC" });
    const token = await linkOf(id);
    const fields: Record<string, string> = { ...formOf(await (await open(token)).text(), "accept"), ...signed };
    ahead = new Date("2099-01-02T00:00:00Z").getTime() - Date.now();
    const late = await post(token, fields);
    expect(late.status).toBe(409);
    const ended = await late.text();
    expect(ended).toContain("The last day is over");
    expect(ended).toContain("Ask for a new date");
    expect(ended).not.toContain("Accept proposal");
    const asked = await post(token, formOf(ended, "ask"));
    expect(await asked.text()).toContain("We have been told");
    expect(await kinds(id)).toContain("asked for a new day");
  });

  test("proposals 8: declining asks for a tick, takes a sentence, and the page stays readable", async () => {
    const { id } = await sent();
    const token = await linkOf(id);
    const fields = formOf(await (await open(token)).text(), "decline");
    expect((await post(token, fields)).status).toBe(422);
    const declined = await post(token, { ...fields, sure: "yes", reason: "Not this year" });
    expect(declined.status).toBe(200);
    const text = await declined.text();
    expect(text).toContain("Declined");
    expect(text).toContain("A publishing desk");
    expect((await record(id)).decision).toMatchObject({ kind: "declined", reason: "Not this year" });
  });

  test("proposals 12: a price, option, hash or version changed in the form is refused", async () => {
    const { id } = await sent();
    const token = await linkOf(id);
    const fields: Record<string, string> = { ...formOf(await (await open(token)).text(), "accept"), ...signed };
    const changes: [Record<string, string>, number][] = [
      [{ version: `1.${"0".repeat(64)}` }, 403],
      [{ version: fields.version!.replace(/^1/, "2") }, 403],
      [{ nonce: randomBytes(32).toString("base64url") }, 403],
      [{ chosen: "", total: "1", unit_minor: "1", "items[0][unit_minor]": "1" }, 409],
    ];
    for (const [change, status] of changes) {
      const answer = await post(token, { ...fields, ...change });
      expect(answer.status).toBe(status);
    }
    expect((await record(id)).state).toBe("sent");
  });
});

describe("views and previews", () => {
  test("proposals 10: the preview writes no event and answers nothing, and shows the draft too", async () => {
    const { id } = await draft();
    const answer = await site.ask(`/api/proposals/${id}/preview`, {
      method: "POST",
      headers: { authorization: "yes" },
    });
    const { path } = (await answer.json()) as { path: string };
    const token = path.slice(3);
    const shown = await open(token);
    expect(shown.status).toBe(200);
    const page = await shown.text();
    expect(page).toContain("Preview for colleagues");
    await call("send_proposal", { proposal: id });
    const before = await kinds(id);
    // Sending ends older links, previews too.
    expect((await open(token)).status).toBe(410);
    const again = (await (
      await site.ask(`/api/proposals/${id}/preview`, { method: "POST", headers: { authorization: "yes" } })
    ).json()) as { path: string };
    const next = again.path.slice(3);
    const text = await (await open(next)).text();
    await post(next, {}, "/seen");
    await open(next, "/proposal.pdf");
    const tried = await post(next, { ...formOf(text, "accept"), ...signed });
    expect(tried.status).toBe(409);
    expect(await kinds(id)).toEqual(before);
    expect((await record(id)).state).toBe("sent");
    expect((await record(id)).links).toEqual([]);
  });

  test("proposals 9: a link is shown once and ends with the next sending; forwarding works from another network", async () => {
    const { id } = await sent();
    const made = (await (
      await site.ask(`/api/proposals/${id}/link`, { method: "POST", headers: { authorization: "yes" } })
    ).json()) as { address: string };
    const token = made.address.split("/p/")[1]!;
    expect((await open(token)).status).toBe(200);
    from = "203.0.113.9";
    expect((await open(token)).status).toBe(200);
    await house.leave(id);
    await call("resend_proposal", { proposal: id });
    expect((await open(token)).status).toBe(410);
    const stored = await sql`select e::text as text from public.proposal_events e where proposal_id = ${id}`;
    expect(JSON.stringify([stored, await record(id)])).not.toContain(token);
    const unsent = await draft();
    expect(
      (await site.ask(`/api/proposals/${unsent.id}/link`, { method: "POST", headers: { authorization: "yes" } }))
        .status,
    ).toBe(409);
    for (const path of ["link", "preview", "pdf", "page"])
      expect(
        (await site.ask(`/api/proposals/${id}/${path}`, { method: path === "pdf" || path === "page" ? "GET" : "POST" }))
          .status,
      ).toBe(401);
  });
});

describe("rules of pages behind links", () => {
  test("proposals 1: rule 3 and 4: a scanner that opens every link and presses every button decides nothing, and is told apart", async () => {
    const { id } = await sent();
    const token = await linkOf(id);
    const page = await (await open(token)).text();
    await site.ask(`/p/${token}`, { method: "HEAD", from });
    for (const [, href] of page.matchAll(/href="(\/p\/[^"#]+)"/g))
      await site.ask(href!.replaceAll("&amp;", "&"), { from });
    // Presses buttons: sends each form as it stands, filling nothing in.
    for (const action of ["accept", "decline"]) await post(token, formOf(page, action));
    // Fills every field it finds.
    await post(token, { ...formOf(page, "accept"), name: "test test", website: "test", consent: "yes" });
    expect((await record(id)).state).toBe("sent");
    expect(await kinds(id)).toEqual(["created", "written", "fetched", "downloaded"]);
    from = "203.0.113.50";
    await post(token, {}, "/seen");
    expect((await record(id)).state).toBe("viewed");
    expect(await kinds(id)).toContain("viewed");
  });

  test("proposals 1: rules 1, 2, 7, 12: guessing finds nothing, unknown and dead say the same, and guessing is slowed", async () => {
    const { id } = await sent();
    const token = await linkOf(id);
    const [link] = await sql<{ id: string; hash: string }[]>`
      select id, encode(token_hash, 'hex') as hash from private.access_links where subject_id = ${id} order by created_at desc limit 1`;
    for (const guess of [id, link!.id, link!.hash, (await record(id)).number, `${token}x`, token.slice(1)])
      expect((await open(guess)).status, guess).toBe(404);
    await site.links.revoke(link!.id);
    const dead = await open(token);
    const unknown = await open("A".repeat(43));
    expect([dead.status, unknown.status]).toEqual([410, 404]);
    expect(await dead.text()).toBe(await unknown.text());
    const guesses = [];
    for (let n = 0; n < 20; n += 1) guesses.push((await open(randomBytes(32).toString("base64url"))).status);
    expect(guesses.at(-1)).toBe(429);

    from = "203.0.113.60";
    const [free] = await sql<{ id: string }[]>`insert into public.accounts (name) values ('Gone soon') returning id`;
    const [someone] = await sql<{ id: string }[]>`
      insert into public.contacts (account_id, name, email) values (${free!.id}, 'A Person', 'a@gone.example') returning id`;
    const other = await sent({}, { account: free!.id, contact: someone!.id });
    const theirs = await linkOf(other.id);
    expect((await open(theirs)).status).toBe(200);
    await sql`delete from public.accounts where id = ${free!.id}`;
    expect((await open(theirs)).status).toBe(410);
  });

  test("proposals 1: rules 5, 6, 9: headers on every answer, paths masked, ids in bodies ignored", async () => {
    const { id } = await sent();
    const other = await sent();
    const token = await linkOf(id);
    const page = await (await open(token)).text();
    const answers = [
      await open(token),
      await open(token, "/proposal.pdf"),
      await post(token, {}),
      await open("B".repeat(43)),
    ];
    for (const { headers } of answers) {
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("x-robots-tag")).toContain("noindex");
      expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
      expect(headers.get("content-security-policy")).not.toMatch(/https?:|\*|script-src[^;]*unsafe-inline/);
    }
    const masked = createLoggedPath(["/p/:token/proposal.pdf"]);
    expect(masked(`/p/${token}/proposal.pdf`)).toBe("/p/:x/proposal.pdf");
    await post(token, { ...formOf(page, "accept"), ...signed, proposal_id: other.id, id: other.id, link: other.id });
    expect((await record(id)).state).toBe("accepted");
    expect((await record(other.id)).state).toBe("sent");
  });

  test("proposals 1: rule 10: script in every field is text on the page and in the editor's picture", async () => {
    const evil = `"><script>alert(1)</script><img src=x onerror=alert(1)>`;
    const [company] = await sql<
      { id: string }[]
    >`insert into public.accounts (name) values (${`Evil ${evil}`}) returning id`;
    const [someone] = await sql<{ id: string }[]>`
      insert into public.contacts (account_id, name, email) values (${company!.id}, ${`Mal ${evil}`}, 'mal@evil.example') returning id`;
    const { id } = await sent(
      {
        ...Object.fromEntries(
          ["title", "intro", "body", "terms", "tax_note", "consent_text"].map((field) => [field, `${field} ${evil}`]),
        ),
        dates: [{ day: `2027-01-01${evil}`, title: evil, text: evil }],
        items: [
          { title: evil, description: evil, unit: evil.slice(0, 40), unit_minor: 100 },
          { title: evil, unit_minor: 100, optional: true },
        ],
      },
      { account: company!.id, contact: someone!.id },
    );
    const token = await linkOf(id);
    const page = await (await open(token)).text();
    const picture = (await (
      await site.ask(`/api/proposals/${id}/page`, { headers: { authorization: "yes" } })
    ).json()) as { html: string };
    const wrong = await (await post(token, { ...formOf(page, "accept"), name: evil })).text();
    const accepted = await (await post(token, { ...formOf(page, "accept"), name: `A ${evil}`, consent: "yes" })).text();
    for (const html of [page, picture.html, wrong, accepted]) {
      expect(html).toContain("&lt;script&gt;alert(1)");
      // Without our own script, and without what stands inside of quoted attributes.
      const bare = html.replaceAll(/<script>\(\(\)=>[\s\S]*?<\/script>/g, "").replaceAll(/"[^"]*"/g, '""');
      expect(bare).not.toMatch(/<script|<img|<[a-z]+[^>]*\sonerror=/i);
    }
    expect((await record(id)).state).toBe("accepted");
    expect(usual.title).toBe("A publishing desk");
  });

  test("proposals 1: a module that is switched off has no page", async () => {
    const { id } = await sent();
    const token = await linkOf(id);
    await sql`update public.modules set live = false where key = 'proposals'`;
    expect((await open(token)).status).toBe(404);
    await sql`update public.modules set live = true where key = 'proposals'`;
    expect((await open(token)).status).toBe(200);
  });
});
