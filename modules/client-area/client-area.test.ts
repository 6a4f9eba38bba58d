// The client's area as clients, colleagues and strangers meet it, without a browser and without script.
import { rm } from "node:fs/promises";
import { afterAll, describe, expect, test } from "vitest";
import { clientSite, type Visitor } from "#server/testing/client-site.ts";
import { composeAll } from "#server/testing/outbox-for-tests.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { serverWith } from "./server.ts";

const { sql } = await testDatabase();
const site = await clientSite(sql, (later) => serverWith({ later }));
afterAll(() => rm(site.dataDir, { recursive: true, force: true }));

const north = await site.company("Norrfall");
await site.give(north.contact);
const signedIn = async (email: string): Promise<Visitor> => {
  const visitor = site.visitor();
  expect((await visitor.signIn(email)).status).toBe(303);
  return visitor;
};
/** A fresh company whose person has access and is signed in. */
async function client(word: string, scope = "all") {
  const company = await site.company(word);
  const access = await site.give(company.contact, scope);
  return { company, access, visitor: await signedIn(company.email) };
}
const timeline = async (account: string) =>
  (
    await sql<{ kind: string; record_name: string }[]>`
      select kind, record_name from public.events where account_id = ${account} and record_type = 'client' order by id`
  ).map(({ kind, record_name: name }) => `${kind}: ${name}`);

describe("signing in", () => {
  test("client-area 1: an address, a code by mail, no password, thirty days in a cookie that scripts cannot read", async () => {
    const visitor = site.visitor();
    const asked = await visitor.text("/client");
    expect(asked).toContain("Send me a code");
    expect(asked).not.toContain('password"');
    expect(await (await visitor.post("/client/code", { email: north.email })).text()).toContain("Type the code");
    const mail = (await site.mailTo(north.email))!;
    expect(mail.code).toMatch(/^\d{6}$/);
    const entered = await visitor.post("/client/enter", { email: north.email, code: mail.code, stay: "yes" });
    expect([entered.status, entered.headers.get("location")]).toEqual([303, "/client"]);
    expect(entered.headers.get("set-cookie")).toMatch(/Max-Age=2592000; Path=\/client; HttpOnly; Secure; SameSite=Lax/);
    expect(await visitor.text("/client")).toContain("Offer for Norrfall");
    // Once: the same code again opens nothing.
    expect((await site.visitor().post("/client/enter", { email: north.email, code: mail.code })).status).toBe(403);
  });

  test("client-area 1: the link of the mail works once, and only when a person presses its button", async () => {
    const visitor = site.visitor();
    await visitor.post("/client/code", { email: north.email });
    const { link } = (await site.mailTo(north.email))!;
    for (let scan = 0; scan < 3; scan += 1) expect((await site.visitor().get(link)).status).toBe(200);
    expect((await visitor.post(link, { stay: "yes" })).status).toBe(303);
    expect((await visitor.get("/client/account")).status).toBe(200);
    expect((await site.visitor().post(link, {})).status).toBe(403);
  });

  test("client-area 1: signing out ends this device, everywhere ends all of them and every passkey", async () => {
    const { company, visitor } = await client("Everywhere");
    const [phone, tablet] = [await signedIn(company.email), await signedIn(company.email)];
    await phone.get("/client/account");
    expect((await phone.post("/client/account", phone.hiddenOf("/client/account", 'value="sign out"'))).status).toBe(
      303,
    );
    expect(await phone.text("/client")).toContain("Send me a code");
    expect(await tablet.text("/client/account")).toContain("Chrome on Android, this one");
    await sql`
      insert into private.client_passkeys (user_id, credential, credential_id)
      select user_id, '{}', 'key of everywhere' from public.client_access where contact_id = ${company.contact}`;
    await tablet.get("/client/account");
    await tablet.post("/client/account", tablet.hiddenOf("/client/account", "sign out everywhere"));
    for (const device of [visitor, tablet]) expect(await device.text("/client")).toContain("Send me a code");
    expect(await sql`select from private.client_passkeys where credential_id = 'key of everywhere'`).toHaveLength(0);
  });

  test("client-area 2: every address gets the same answer, and the same work before it", async () => {
    const seen = [];
    for (const email of [north.email, "stranger@nowhere.example", `${site.house.noorId}@example.com`]) {
      const answer = await site.visitor().post("/client/code", { email });
      seen.push([answer.status, (await answer.text()).replaceAll(email, "ADDRESS")]);
    }
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
    expect(await site.mailsTo("stranger@nowhere.example")).toBe(0);
    // A wrong code is wrong for a stranger as for a client.
    const tries = [];
    for (const email of [north.email, "stranger@nowhere.example"]) {
      const answer = await site.visitor().post("/client/enter", { email, code: "000000" });
      tries.push([answer.status, (await answer.text()).replaceAll(email, "ADDRESS")]);
    }
    expect(tries[1]).toEqual(tries[0]);
  });

  test("client-area 2: five codes an hour for an address from one network, and five wrong ones", async () => {
    const { email, contact } = await site.company("Five");
    await site.give(contact);
    const stranger = site.visitor();
    for (let no = 0; no < 8; no += 1) {
      expect((await stranger.post("/client/code", { email })).status).toBe(200);
      await site.settled();
    }
    expect(await site.mailsTo(email)).toBe(5);
    const { code } = (await site.mailTo(email))!;
    const wrong = code === "111111" ? "222222" : "111111";
    const statuses = [];
    for (let no = 0; no < 6; no += 1)
      statuses.push((await stranger.post("/client/enter", { email, code: wrong })).status);
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
    // Not even with the right one, from there.
    expect((await stranger.post("/client/enter", { email, code })).status).toBe(429);
  });

  test("audit-4 S14: a stranger who asks for codes and guesses keeps no client out", async () => {
    const { email, contact } = await site.company("Beset");
    await site.give(contact);
    const owner = site.visitor();
    expect((await owner.signIn(email)).status).toBe(303);
    const wrongOne = (code: string) => (code === "111111" ? "222222" : "111111");
    const besiege = async () => {
      for (let network = 0; network < 4; network += 1) {
        const stranger = site.visitor();
        for (let no = 0; no < 5; no += 1) await stranger.post("/client/code", { email });
        const { code } = (await site.mailTo(email))!;
        for (let no = 0; no < 5; no += 1) await stranger.post("/client/enter", { email, code: wrongOne(code) });
      }
    };
    const before = await site.mailsTo(email);
    await besiege();
    // Guessing has armed the wait for this mailbox: here for as long as it can get, so that the test asks at any speed.
    expect(
      await sql`update server.slowdowns set next_at = now() + interval '15 minutes' where failures > 15 and next_at > '-infinity' returning key`,
    ).toHaveLength(1);
    // The mailbox is not flooded, and each of the codes in it works.
    expect((await site.mailsTo(email)) - before).toBeLessThanOrEqual(5);
    const [oldest] = await sql<{ id: string; secret: { text: string } }[]>`
      select id, secret from public.outbox where class = 'system' and to_key = ${email} order by id desc offset 2 limit 1`;
    const earlier = /\b\d{6}\b/.exec(oldest!.secret.text)![0];
    // Where the client has signed in before: a new code is sent, and the earlier one opens, at once.
    await owner.post("/client/code", { email });
    expect((await site.mailsTo(email)) - before).toBeLessThanOrEqual(6);
    const known = await owner.post("/client/enter", { email, code: earlier, stay: "yes" });
    expect(known.status).toBe(303);
    // On a new device codes wait once there were too many wrong ones; the link of any of these mails opens, at once.
    const fresh = site.visitor();
    await fresh.post("/client/code", { email });
    const { link, code } = (await site.mailTo(email))!;
    const typed = await fresh.post("/client/enter", { email, code });
    expect(typed.status).toBe(429);
    expect(await typed.text()).toContain("Open the link in our mail instead");
    expect((await fresh.post(link, { stay: "yes" })).status).toBe(303);
    expect(await fresh.text("/client")).toContain("Offer for Beset");
    // A made-up device is worth nothing, nor is another client's.
    for (const device of ["A".repeat(43), (await signedIn(north.email)).device()]) {
      const guesser = site.visitor();
      guesser.setDevice(device);
      expect((await guesser.post("/client/enter", { email, code: wrongOne(code) })).status).toBe(429);
    }
  });

  test("audit-4 S14: a code is left out only while another one still works, whoever asked for it", async () => {
    const { email, contact } = await site.company("Longer");
    await site.give(contact);
    const ask = async () => {
      const before = await site.mailsTo(email);
      await site.visitor().post("/client/code", { email });
      return (await site.mailsTo(email)) - before;
    };
    const later = (minutes: number) => sql`
      update private.client_codes set created_at = created_at - ${minutes} * interval '1 minute', expires_at = expires_at - ${minutes} * interval '1 minute'
      where email_key = ${email}`;
    const sent = [];
    for (let no = 0; no < 7; no += 1) sent.push(await ask());
    expect(sent).toEqual([1, 1, 1, 1, 1, 0, 0]);
    let hour = 5;
    for (let minute = 0; minute < 60; minute += 6) {
      await later(6);
      for (let no = 0; no < 3; no += 1) hour += await ask();
      const [living] = await sql<{ n: number }[]>`
        select count(*)::int as n from private.client_codes where email_key = ${email} and used_at is null and expires_at > now() + interval '4 minutes'`;
      expect(living!.n).toBeGreaterThan(0);
    }
    expect(hour).toBeLessThanOrEqual(20);
  });

  test("client-area 3: an account with a client's address sees nothing until access was given and the mailbox proved after that", async () => {
    const company = await site.company("Signup");
    const stranger = "11111111-1111-4111-8111-111111111111";
    await sql`
      insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, created_at, updated_at)
      values (${stranger}, 'authenticated', 'authenticated', ${company.email}, 'x', now(), now(), now())`;
    const before = site.visitor();
    await before.post("/client/code", { email: company.email });
    expect(await site.mailTo(company.email)).toBeNull();
    await site.give(company.contact);
    // The stranger's own token, with a password that they chose, opens nothing before and nothing after the client has signed in.
    const asStranger = () =>
      sql.begin(async (tx) => {
        await tx`select set_config('request.jwt.claims', ${JSON.stringify({ role: "authenticated", sub: stranger })}, true), set_config('role', 'authenticated', true)`;
        const counts = await Promise.all(
          [
            "private.client_proposals",
            "private.client_requests",
            "private.client_documents",
            "private.client_thread",
            "public.client_access",
            "public.client_messages",
          ].map(async (place) => (await tx.unsafe<{ n: number }[]>(`select count(*)::int as n from ${place}`))[0]!.n),
        );
        return counts.reduce((sum, n) => sum + n, 0);
      });
    expect(await asStranger()).toBe(0);
    const owner = await signedIn(company.email);
    expect(await owner.text("/client")).toContain("Offer for Signup");
    expect(await asStranger()).toBe(0);
  });

  test("client-area 1: a colleague who lands here is told by mail where theirs is, and gets no session", async () => {
    const email = `${site.house.noorId}@example.com`;
    await sql`update auth.users set email = ${email} where id = ${site.house.noorId}`;
    const visitor = site.visitor();
    expect(await visitor.text("/client")).toContain('href="/auth"');
    await visitor.post("/client/code", { email });
    const mail = (await site.mailTo(email))!;
    expect([mail.subject, mail.code]).toEqual(["Your way in is the back office", ""]);
    expect(mail.text).toContain("/auth");
  });
});

describe("the pages", () => {
  test("client-area 4: home says what needs the client with its day, then each section with its state; empty ones say what will come", async () => {
    const { visitor } = await client("Home");
    const home = await visitor.text("/client");
    for (const words of [
      "What needs you",
      "Answer the proposal: Offer for Home",
      "Pay: Work for Home",
      "List of Home",
      "Waits for you",
      "Hello Home",
      "Documents",
      "Ask for a colleague",
    ])
      expect(home).toContain(words);
    expect(home.match(/class="btn btn-accent"/g)).toHaveLength(1);
    const [account] = await sql<{ id: string }[]>`insert into public.accounts (name) values ('Empty') returning id`;
    const [person] = await sql<{ id: string }[]>`
      insert into public.contacts (account_id, name, email) values (${account!.id}, 'Emil', 'emil@empty.example') returning id`;
    await site.give(person!.id);
    const bare = await (await signedIn("emil@empty.example")).text("/client");
    for (const words of [
      "Nothing needs you.",
      "Here is what we offer you",
      "Here is what we ask you to pay",
      "Here is what we share with you",
      "Here is what we write to each other",
    ])
      expect(bare).toContain(words);
    expect(bare).not.toContain("Meetings");
  });

  test("client-area 5: a proposal is read, asked about and accepted without a link, by the same statement, and keeps its signed PDF", async () => {
    const { company, visitor } = await client("Signer");
    const path = `/client/proposals/${company.proposal}`;
    expect(await visitor.text(path)).toContain("Offer for Signer");
    expect(visitor.page()).toContain(`/client/messages?about=`);
    const form = visitor.hiddenOf(path, 'value="accept"');
    const unsigned = await visitor.post(path, { ...form, name: "", consent: "yes" });
    expect([unsigned.status, (await unsigned.text()).includes("Please type your full name.")]).toEqual([422, true]);
    expect((await visitor.post(path, { ...form, name: "Person of Signer", consent: "yes" })).status).toBe(303);
    expect((await visitor.post(path, { ...form, name: "Person of Signer", consent: "yes" })).status).toBe(303);
    const { decision, events } = await site.house.record(company.proposal);
    expect(decision).toMatchObject({ kind: "accepted", typed_name: "Person of Signer" });
    expect(events.filter(({ kind }) => kind === "accepted")).toHaveLength(1);
    expect(await visitor.text(path)).toContain("Accepted.");
    const pdf = await visitor.get(`${path}/proposal.pdf`);
    expect([
      pdf.headers.get("content-type"),
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 4)
        .toString(),
    ]).toEqual(["application/pdf", "%PDF"]);
    // The deposit leads to the area's own page.
    await visitor.get(path);
    const paid = await visitor.post(path, visitor.hiddenOf(path, 'value="pay"'));
    expect(paid.headers.get("location")).toMatch(/^\/client\/payments\/[0-9a-f-]{36}$/);
  });

  test("client-area 5: declining asks for a tick; who reads along cannot sign, and what was answered stays", async () => {
    const { company, visitor } = await client("Decliner");
    const [along] = await sql<{ id: string }[]>`
      insert into public.contacts (account_id, name, email) values (${company.account}, 'Espen', 'espen@decliner.example') returning id`;
    await site.give(along!.id);
    const reader = await signedIn("espen@decliner.example");
    const path = `/client/proposals/${company.proposal}`;
    expect(await reader.text(path)).toContain("Person of Decliner signs it");
    await visitor.get(path);
    const stolen = visitor.hiddenOf(path, 'value="decline"');
    const nonce = reader.page().match(/name="nonce" value="([^"]+)"/)?.[1] ?? "";
    expect((await reader.post(path, { ...stolen, nonce, sure: "yes" })).status).toBe(403);
    expect((await visitor.post(path, stolen)).status).toBe(422);
    expect((await visitor.post(path, { ...stolen, sure: "yes", reason: "Too early" })).status).toBe(303);
    expect((await site.house.record(company.proposal)).state).toBe("declined");
  });

  test("client-area 6: open and paid requests, receipts as PDF; bank details say since when they hold", async () => {
    await sql`update public.firm set bank_holder = 'Guidevane LLC', bank_account = 'DE89370400440532013000', bank_bic = 'COBADEFFXXX'`;
    const { company, visitor } = await client("Payer");
    const path = `/client/payments/${company.request}`;
    const page = await visitor.text(path);
    expect(page).toContain("$1,200.00");
    expect(page).toContain("•••• 3000");
    expect(page).not.toMatch(/DE89 ?37/);
    expect(page).toMatch(/These details hold since \w+ \d+, \d{4}/);
    const pdf = await visitor.get(`${path}/document.pdf`);
    expect(pdf.headers.get("content-type")).toBe("application/pdf");
    await sql`
      insert into public.payments (request_id, kind, amount_minor, currency, method, received_on, entered_by)
      values (${company.request}, 'payment', 120000, 'USD', 'bank', public.office_today(), ${site.house.noorId})`;
    expect(await visitor.text(path)).toContain("Receipt as PDF");
    expect(await visitor.text("/client/payments")).toContain("Paid on");
  });

  test("client-area 7: documents in their folders with versions; files go up into From you; a wanted file is done by sending it", async () => {
    const { company, visitor } = await client("Files");
    const page = await visitor.text("/client/documents");
    expect(page).toContain("Files");
    expect(page).toContain("Please send, by January 15, 2027");
    expect(await (await visitor.get(`/client/documents/${company.version}/file`)).text()).toBe("Words of Files");
    const form = new FormData();
    for (const [name, value] of Object.entries(visitor.hiddenOf("/client/documents", company.wanted)))
      form.set(name, value);
    form.set("file", new File(["a,b\n1,2\n"], "editors.csv", { type: "text/csv" }));
    expect((await visitor.post("/client/documents", form)).status).toBe(303);
    const after = await visitor.text("/client/documents");
    expect(after).toContain("From you");
    expect(after).toContain("Sent by you");
    expect(after).not.toContain("Please send");
    const [kept] = await sql<{ source: string; folder: string; done: boolean }[]>`
      select documents.source, folders.name as folder, request.done_at is not null as done from public.client_file_requests as request
      join public.documents on documents.id = request.document_id join public.folders on folders.id = documents.folder_id where request.id = ${company.wanted}`;
    expect(kept).toEqual({ source: "client", folder: "From the client", done: true });
    // A new version is the one that is offered; the earlier one stays within reach.
    const { folder_id: folder } = (
      await sql<{ folder_id: string }[]>`select folder_id from public.documents where id = ${company.document}`
    )[0]!;
    const stored = await site.storage.put(
      (async function* () {
        yield Buffer.from("Second");
      })(),
      1000,
    );
    await sql`select private.file_version(${JSON.stringify({ folder_id: folder, document_id: company.document, file_id: stored.id, file_name: "Files.txt", mime_sniffed: "text/plain" })}::jsonb)`;
    expect(await visitor.text("/client/documents")).toContain("Earlier:");
    // No longer shown is gone with the next request.
    await site.call("show_document_to_client", { document: company.document, shown: false });
    expect((await visitor.get(`/client/documents/${company.version}/file`)).status).toBe(404);
  });

  test("client-area 7: an empty file, a form without one and one that is too large are refused with a sentence", async () => {
    const { visitor } = await client("Refused");
    await visitor.get("/client/documents");
    const fields = visitor.hiddenOf("/client/documents");
    const send = (file?: File) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      if (file) form.set("file", file);
      return visitor.post("/client/documents", form);
    };
    expect([(await send()).status, (await send(new File([], "empty.txt"))).status]).toEqual([422, 422]);
    expect((await send(new File([new Uint8Array(25 * 1024 * 1024 + 1)], "large.bin"))).status).toBe(422);
  });

  test("client-area 8: meetings are not there until a module adds them", async () => {
    const { visitor } = await client("Meetings");
    expect((await visitor.get("/client/meetings")).status).toBe(404);
  });

  test("client-area 9: one thread a company with seen marks; on our side it is in the inbox with the clock, on the timeline, and an answer ends the wait", async () => {
    const { company, visitor } = await client("Thread");
    await visitor.get("/client/messages");
    const form = visitor.hiddenOf("/client/messages");
    const data = new FormData();
    for (const [name, value] of Object.entries({ ...form, words: "Could Thursday at ten suit you?\n<b>bold</b>" }))
      data.set(name, value);
    data.set("file", new File(["questions"], "questions.txt"));
    expect((await visitor.post("/client/messages", data)).status).toBe(303);
    const page = await visitor.text("/client/messages");
    expect(page).toContain("&lt;b&gt;bold");
    expect(page).toContain("questions");
    expect(page).toMatch(/Sent<\/p>/);
    await visitor.post("/client/messages", { ...form, words: "And the list?" });
    const inbox = () =>
      sql<{ state: string; message: string; has_clock: boolean; reference: string; done: boolean }[]>`
        select inquiries.state, message, inquiries.due_at = public.business_deadline(received_at, 2) as has_clock, reference, tasks.done_at is not null as done
        from public.inquiries left join public.tasks on tasks.id = task_id where inquiries.kind = 'client' and inquiries.account_id = ${company.account} order by inquiries.number`;
    const [waiting, ...others] = await inbox();
    expect(others).toEqual([]);
    expect(waiting).toMatchObject({ state: "new", has_clock: true, done: false });
    expect(waiting!.message).toContain("And the list?");
    expect(await visitor.text("/client")).toContain("An answer to your message");
    await site.call("answer_client", { account: company.account, words: "It would." });
    expect((await inbox())[0]).toMatchObject({ state: "answered", done: true });
    expect(await visitor.text("/client")).toContain('1<span class="vh"> new</span>');
    const read = await visitor.text("/client/messages");
    expect(read).toContain("It would.");
    expect(read).toMatch(/Seen<\/p>/);
    expect(await visitor.text("/client")).not.toContain('1<span class="vh"> new</span>');
    expect(await timeline(company.account)).toEqual(
      expect.arrayContaining(["wrote: Person of Thread", "answered: Thread", "uploaded: questions"]),
    );
  });

  test("client-area 9: an answer by mail lands in the same thread, once, and our reply from the inbox is in it when it has left", async () => {
    const { company, visitor } = await client("Mailer");
    const [notice] = await sql<{ id: string }[]>`
      select id from public.outbox where origin_kind = 'client message' and contact_id = ${company.contact} order by id desc limit 1`;
    const arrive = () =>
      sql`select private.call_hooks('reply received: client message', ${notice!.id}, 'mail 1', 'By mail: yes.')`;
    await arrive();
    await arrive();
    const page = await visitor.text("/client/messages");
    expect(page.match(/By mail: yes\./g)).toHaveLength(1);
    const [inquiry] = await sql<
      { id: string }[]
    >`select id from public.inquiries where kind = 'client' and account_id = ${company.account}`;
    await site.call("answer_inquiry", {
      inquiry: inquiry!.id,
      reply: { id: "r-mailer", subject: "Re", text: "From the inbox." },
    });
    expect(await visitor.text("/client/messages")).not.toContain("From the inbox.");
    const [reply] = await sql<{ id: string }[]>`
      update public.outbox set state = 'sent', taken_at = now(), sent_at = now(), finished_at = now() where dedupe_key = 'reply:r-mailer' returning id`;
    await sql`select private.call_hooks('message left: inquiry', ${reply!.id})`;
    expect(await visitor.text("/client/messages")).toContain("From the inbox.");
  });

  test("client-area 10: scope all sees who else has access and may ask for a colleague; scope own sees themselves; only we grant", async () => {
    const { company, visitor } = await client("People");
    const [other] = await sql<{ id: string }[]>`
      insert into public.contacts (account_id, name, email) values (${company.account}, 'Kaja Thorsen', 'kaja@people.example') returning id`;
    await site.give(other!.id, "own");
    expect(await visitor.text("/client")).toContain("Kaja Thorsen");
    const kaja = await signedIn("kaja@people.example");
    const own = await kaja.text("/client");
    expect(own).not.toContain("Person of People");
    expect(own).not.toContain("Offer for People");
    expect(own).not.toContain("Ask for a colleague");
    await visitor.get("/client/account");
    const form = visitor.hiddenOf("/client/account", "ask for colleague");
    const asked = await visitor.post("/client/account", { ...form, who: "Ola Nord", address: "ola@people.example" });
    expect(await asked.text()).toContain("We have been told");
    expect(await visitor.text("/client/messages")).toContain("Please give Ola Nord (ola@people.example) access");
    expect(await sql`select from public.contacts where email = 'ola@people.example'`).toHaveLength(0);
    // Not even with the fields of somebody else's form.
    await kaja.get("/client/account");
    const nonce = kaja.page().match(/name="nonce" value="([^"]+)"/)?.[1] ?? "";
    const forged = await kaja.post("/client/account", { ...form, nonce, who: "Eve", address: "eve@people.example" });
    expect(await forged.text()).not.toContain("We have been told");
  });
});

describe("what ends it", () => {
  const isOut = async (visitor: Visitor) => (await visitor.text("/client")).includes("Send me a code");

  test("client-area 12: taking access back, archiving the company and erasing the person end sessions with the next request", async () => {
    const revoked = await client("Revoked");
    await site.call("take_client_access", { access: revoked.access });
    const answer = await revoked.visitor.get(`/client/documents/${revoked.company.version}/file`);
    expect(await answer.text()).toContain("Send me a code");
    expect(await isOut(revoked.visitor)).toBe(true);

    const archived = await client("Archived");
    await sql`update public.accounts set archived_at = now() where id = ${archived.company.account}`;
    expect(await isOut(archived.visitor)).toBe(true);

    const erased = await client("Erased");
    const [{ user_id: user } = { user_id: "" }] = await sql<{ user_id: string }[]>`
      select user_id from public.client_access where contact_id = ${erased.company.contact}`;
    await site.call("erase_contact", { contact: erased.company.contact });
    expect(await isOut(erased.visitor)).toBe(true);
    expect(await sql`select from auth.users where id = ${user}`).toHaveLength(0);
    // A link in an old mail opens the sign-in, not the content.
    expect(await site.visitor().text(`/client/proposals/${erased.company.proposal}`)).toContain("Send me a code");
  });

  test("client-area 11: a person who changes company or address loses the old one at once", async () => {
    const moved = await client("Mover");
    const [elsewhere] = await sql<
      { id: string }[]
    >`insert into public.accounts (name) values ('Elsewhere') returning id`;
    await sql`update public.contacts set account_id = ${elsewhere!.id} where id = ${moved.company.contact}`;
    expect(await isOut(moved.visitor)).toBe(true);

    const renamed = await client("Renamed");
    await sql`update public.contacts set email = 'new@renamed.example' where id = ${renamed.company.contact}`;
    expect(await isOut(renamed.visitor)).toBe(true);
    // The old mailbox gets no mail; the new one is proved by signing in, once somebody has confirmed the address.
    const before = await site.mailsTo(renamed.company.email);
    for (const email of [renamed.company.email, "new@renamed.example"])
      await site.visitor().post("/client/code", { email });
    expect(await site.mailsTo(renamed.company.email)).toBe(before);
    expect(await site.mailsTo("new@renamed.example")).toBe(0);
    await site.call("confirm_client_access", { access: renamed.access, address: "new@renamed.example" });
    expect(await (await signedIn("new@renamed.example")).text("/client")).toContain("Offer for Renamed");
  });

  test("client-area 12: sessions and codes end by time; a switched-off module is not there at all", async () => {
    const { visitor, company } = await client("Timed");
    await sql`
      update private.client_sessions set expires_at = now() - interval '1 second'
      where user_id = (select user_id from public.client_access where contact_id = ${company.contact})`;
    expect(await isOut(visitor)).toBe(true);
    await visitor.post("/client/code", { email: company.email });
    const mail = (await site.mailTo(company.email))!;
    await sql`update private.client_codes set expires_at = now() where email_key = ${company.email}`;
    expect((await visitor.post("/client/enter", { email: company.email, code: mail.code })).status).toBe(403);
    expect((await visitor.post(mail.link, {})).status).toBe(403);
    await sql`update public.modules set live = false where key = 'client-area'`;
    expect((await visitor.get("/client")).status).toBe(404);
    await sql`update public.modules set live = true where key = 'client-area'`;
  });
});

describe("what we see and send", () => {
  test("client-area 13: signed in, opened and uploaded are on the timeline, without reading times, and the page says so", async () => {
    const { company, visitor } = await client("Watched");
    await visitor.get(`/client/proposals/${company.proposal}`);
    await visitor.get(`/client/documents/${company.version}/file`);
    await visitor.get(`/client/documents/${company.version}/file`);
    const told = await timeline(company.account);
    expect(told.filter((line) => line.startsWith("signed in"))).toHaveLength(1);
    expect(told.filter((line) => line === "opened: Watched")).toHaveLength(1);
    expect(told).toContain(`opened: Proposal ${(await site.house.record(company.proposal)).number}`);
    expect(await visitor.text("/client")).toContain("We see that you signed in and what you opened, not for how long.");
  });

  test("client-area 14: no page is kept, found by search engines, framed or loads anything from elsewhere; everything is plain forms", async () => {
    const { company, visitor } = await client("Headers");
    for (const path of [
      "/client",
      "/client/proposals",
      `/client/proposals/${company.proposal}`,
      "/client/payments",
      `/client/payments/${company.request}`,
      "/client/documents",
      "/client/messages",
      "/client/account",
      "/client/more",
      "/client/confirm",
      "/client/nothing",
    ]) {
      const answer = await visitor.get(path);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answer.headers.get("x-robots-tag")).toContain("noindex");
      expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
      const page = await answer.text();
      expect(page).toContain('name="robots" content="noindex');
      expect(page.match(/(?:src|href|action)="(?:https?:)?\/\/[^"]*"/g) ?? []).toEqual([]);
      expect(page.match(/<script[^>]*src="([^"]*)"/g) ?? []).toEqual(['<script type="module" src="/client/script.js"']);
    }
  });

  test("client-area 15: in the safe mode everything works; notices to clients are held in the outbox, only sign-in mail leaves", async () => {
    await sql`update private.outbox_gate set is_open = false`;
    const { company, visitor } = await client("Safe");
    expect(await visitor.text("/client")).toContain("Offer for Safe");
    await composeAll(sql);
    const mails = await sql<{ class: string; state: string; subject: string }[]>`
      select class, state, subject from public.outbox where to_key = ${company.email} and (class = 'system' or origin_kind = 'client message') order by id`;
    expect(mails.filter(({ class: kind }) => kind !== "system").map(({ state }) => state)).toEqual(["held"]);
    expect(mails.filter(({ class: kind }) => kind === "system").every(({ state }) => state === "queued")).toBe(true);
    await site.call("answer_client", { account: company.account, words: "Held, but here" });
    await site.call("ask_client_for_file", { account: company.account, title: "The list", due_on: "2027-02-01" });
    await composeAll(sql);
    const notices = await sql<{ state: string; subject: string; body_text: string }[]>`
      select state, subject, body_text from public.outbox where to_key = ${company.email} and origin_kind = 'client message' order by id`;
    expect(notices.map(({ state, subject }) => `${state}: ${subject}`)).toEqual([
      "held: Your proposals, payments and documents in one place",
      "held: A message for Safe",
      "held: Please send: The list",
    ]);
    expect(await visitor.text("/client/messages")).toContain("Held, but here");
  });

  test("client-area 16: a colleague sees exactly the client's view, reading only, marked, in the log of acts", async () => {
    const { company, visitor } = await client("Seen");
    const answer = await site.asAdmin(`/api/client-area/see/${company.contact}`, { method: "POST" });
    expect(answer.status).toBe(200);
    const viewer = site.visitor();
    viewer.useCookie(answer.headers.get("set-cookie")!.split(";")[0]!);
    const main = (page: string) =>
      page
        .slice(page.indexOf("<main"), page.indexOf("</main>"))
        .replace(/<p class="cl-ribbon[\s\S]*?<\/p>/, "")
        .replaceAll(/value="[\w-]{43}"/g, "");
    for (const path of ["/client", "/client/proposals", "/client/payments", "/client/documents"])
      expect(main(await viewer.text(path))).toBe(main(await visitor.text(path)));
    expect(await viewer.text("/client")).toContain("Reading only; this is in the audit log.");
    await viewer.get("/client/messages");
    const written = await viewer.post("/client/messages", {
      ...viewer.hiddenOf("/client/messages"),
      words: "As a client",
    });
    expect([written.status, (await written.text()).includes("Reading only")]).toEqual([403, true]);
    // Not by any other way either: the transaction itself cannot write.
    await expect(viewer.as((tx) => tx`select private.post_client_message(${company.account}, 'x')`)).resolves.toEqual([
      { post_client_message: null },
    ]);
    await expect(viewer.as((tx) => tx`select private.end_client_sessions(true)`)).rejects.toThrow(/read-only/);
    const [message] = await sql<
      { read_at: Date | null }[]
    >`select read_at from public.client_messages where id = ${company.message}`;
    expect(message!.read_at).toBeNull();
    const acts = await sql<
      { actor_id: string }[]
    >`select actor_id from public.acts where act = 'seen as client' and subject = 'Person of Seen'`;
    expect(acts).toEqual([{ actor_id: site.house.noorId }]);
    expect((await viewer.get("/client/leave")).headers.get("location")).toBe(`/admin/crm/contacts/${company.contact}`);
    expect((await viewer.get("/client/leave")).headers.get("location")).toBe("/admin");
    expect((await site.asAdmin(`/api/client-area/see/${site.house.person}`, { method: "POST" })).status).toBe(409);
  });

  test("client-area 17: one stolen code opens one company and shows no bank details in full; that takes a fresh code", async () => {
    await sql`update public.firm set bank_holder = 'Guidevane LLC', bank_account = 'DE89370400440532013000'`;
    const { company, visitor: thief } = await client("Stolen");
    const path = `/client/payments/${company.request}`;
    expect(await thief.text(path)).toContain("Show the whole account");
    await thief.get(`/client/confirm?next=${path}`);
    await thief.post("/client/confirm", thief.hiddenOf("/client/confirm", 'value="send"'));
    const check = thief.hiddenOf("/client/confirm", 'value="check"');
    const { code } = (await site.mailTo(company.email))!;
    const wrong = code === "123456" ? "654321" : "123456";
    expect((await thief.post("/client/confirm", { ...check, code: wrong })).status).toBe(403);
    expect(await thief.text(path)).not.toMatch(/DE89 ?37/);
    // The fresh code does not sign in.
    expect((await site.visitor().post("/client/enter", { email: company.email, code })).status).toBe(403);
    await thief.get(`/client/confirm?next=${path}`);
    const confirmed = await thief.post("/client/confirm", { ...check, code });
    expect([confirmed.status, confirmed.headers.get("location")]).toEqual([303, path]);
    expect(await thief.text(path)).toContain("DE89 3704 0044 0532 0130 00");
    await sql`update private.client_sessions set confirmed_at = now() - interval '16 minutes' where confirmed_at is not null`;
    expect(await thief.text(path)).not.toMatch(/DE89 ?37/);
    // No page or function of the area changes an address or gives access.
    const account = await thief.text("/client/account");
    expect(account).not.toContain('name="email"');
    await expect(thief.as((tx) => tx`select public.give_client_access(${company.contact})`)).rejects.toThrow(
      /admin privileges/,
    );
    await expect(thief.as((tx) => tx`update auth.users set email = 'thief@example.com'`)).rejects.toThrow(
      /permission denied/,
    );
  });

  test("client-area 17: forms of other sites, earlier pages and other sessions do nothing", async () => {
    const { visitor } = await client("Forged");
    await visitor.get("/client/messages");
    const form = visitor.hiddenOf("/client/messages");
    const statuses = [
      await visitor.post("/client/messages", { ...form, words: "x" }, { "sec-fetch-site": "cross-site" }),
      await visitor.post("/client/messages", { ...form, nonce: "", words: "x" }),
      await (await signedIn(north.email)).post("/client/messages", { ...form, words: "x" }),
      await site.visitor().post("/client/messages", { ...form, words: "x" }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([403, 403, 403, 403]);
    expect(await sql`select from public.client_messages where body = 'x'`).toHaveLength(0);
  });
});

test("client-area 11: what Settings leave out is not there, neither on the home page nor by its address", async () => {
  const { visitor, company } = await client("Hidden");
  await sql`update public.client_area_settings set hidden = '{payments}', welcome = 'Welcome to our house.'`;
  expect(await visitor.text("/client")).not.toContain("Payments");
  expect((await visitor.get(`/client/payments/${company.request}`)).status).toBe(404);
  expect(await site.visitor().text("/client")).toContain("Welcome to our house.");
  await sql`update public.client_area_settings set hidden = '{}', welcome = ''`;
});
