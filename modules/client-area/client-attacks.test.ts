// What a client, or somebody with a client's code, cookie or token, might try against another company: by id, embed, search, count, file
// address, PDF, export, live stream, palette, function and data API. Each try is refused as if there were nothing.
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actAs, addUser, type Who } from "#server/testing/act-as.ts";
import { clientProtocols } from "#server/testing/client-protocols.ts";
import { clientSite, type TestCompany, type Visitor } from "#server/testing/client-site.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { serverWith } from "./server.ts";

const { sql } = await testDatabase();
const site = await clientSite(sql, (later) => serverWith({ later }));
const api = await clientProtocols(sql);
afterAll(() => rm(site.dataDir, { recursive: true, force: true }));

let theirs: TestCompany;
let mine: TestCompany;
let client: Visitor;
let both: Visitor;
let token: string;
const nothing = "0199a000-0000-7000-8000-000000000000";

beforeAll(async () => {
  theirs = await site.company("Otherly");
  mine = await site.company("Minely");
  const [second] = await sql<{ id: string }[]>`
    insert into public.contacts (account_id, name, email) values (${theirs.account}, 'In both', 'both@example.com') returning id`;
  const [first] = await sql<{ id: string }[]>`
    insert into public.contacts (account_id, name, email) values (${mine.account}, 'In both', 'both@example.com') returning id`;
  await sql`insert into public.invoices (number, account_id, contact_id, title, issued_on, due_on, currency, lines, totals, total_minor)
    select 'I-2020-00' || place, company.account, company.contact, 'Work', '2020-01-01', '2020-01-15', 'USD', '[{"unit_minor": 100}]',
      public.document_totals('[{"unit_minor": 100}]', 'USD'), 100
    from unnest(${[theirs.account, mine.account]}::uuid[], ${[theirs.contact, mine.contact]}::uuid[]) with ordinality as company (account, contact, place)`;
  for (const contact of [theirs.contact, mine.contact, first!.id, second!.id]) await site.give(contact);
  client = site.visitor();
  await client.signIn(mine.email);
  both = site.visitor();
  await both.signIn("both@example.com");
  await site.visitor().signIn(theirs.email);
  const [user] = await sql<
    { user_id: string }[]
  >`select user_id from public.client_access where contact_id = ${mine.contact}`;
  token = await api.tokenOf(user!.user_id, mine.email);
});

/** The page without what names the address itself. */
const shown = async (answer: Response) => [
  answer.status,
  (await answer.text()).replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "ID"),
];

describe("by the area's own pages", () => {
  const pages: [string, (company: TestCompany | null) => string][] = [
    ["a proposal by id", (company) => `/client/proposals/${company?.proposal ?? nothing}`],
    ["its PDF", (company) => `/client/proposals/${company?.proposal ?? nothing}/proposal.pdf`],
    ["a proposal with options", (company) => `/client/proposals/${company?.proposal ?? nothing}?choose=1&option=3`],
    ["a request by id", (company) => `/client/payments/${company?.request ?? nothing}`],
    ["its receipt", (company) => `/client/payments/${company?.request ?? nothing}/document.pdf`],
    ["a file by its version", (company) => `/client/documents/${company?.version ?? nothing}/file`],
    ["a file to download", (company) => `/client/documents/${company?.version ?? nothing}/file?download`],
    ["a document's id as a file", (company) => `/client/documents/${company?.document ?? nothing}/file`],
  ];
  test.each(pages)("client-area 11: %s of another company answers as one that never was", async (_, path) => {
    const refused = await shown(await client.get(path(theirs)));
    expect(refused).toEqual(await shown(await client.get(path(null))));
    expect(refused[0]).toBe(404);
    expect((await both.get(path(theirs))).status).toBe(path(theirs).includes(theirs.document) ? 404 : 200);
  });

  test.each([
    ["accepting", "proposals", "proposal", { action: "accept", name: "Eve Eve", consent: "yes" }],
    ["declining", "proposals", "proposal", { action: "decline", sure: "yes" }],
    ["asking for a new date", "proposals", "proposal", { action: "ask" }],
    ["paying", "payments", "request", { how: "card" }],
  ] as const)(
    "client-area 11: %s for another company does nothing and answers as for nothing",
    async (_, section, part, fields) => {
      // A form of their own, so that it is not the nonce that refuses.
      await client.get("/client/messages");
      const { nonce = "", version = "" } = client.hiddenOf("/client/messages");
      const send = (id: string) => client.post(`/client/${section}/${id}`, { nonce, version, ...fields });
      const refused = await shown(await send(theirs[part]));
      expect(refused).toEqual(await shown(await send(nothing)));
      expect(refused[0]).toBe(404);
      expect((await site.house.record(theirs.proposal)).decision).toBeNull();
    },
  );

  test("client-area 11: no page of the area names, counts or finds anything of another company", async () => {
    for (const path of [
      "/client",
      "/client/proposals",
      "/client/payments",
      "/client/documents",
      "/client/messages",
      `/client/messages?company=${theirs.account}`,
      "/client/account",
      "/client/more",
      "/client?search=Otherly",
      `/client/documents?company=${theirs.account}`,
    ])
      expect(await client.text(path)).not.toContain("Otherly");
    const home = await both.text("/client");
    for (const word of ["Otherly", "Minely"]) expect(home).toContain(`Offer for ${word}`);
  });

  test("client-area 11: a message, a file and a wanted file for another company land nowhere", async () => {
    await client.get("/client/messages");
    const form = client.hiddenOf("/client/messages");
    await client.post("/client/messages", { ...form, company: theirs.account, words: "To the wrong company" });
    expect(
      await sql`select from public.client_messages where account_id = ${theirs.account} and body = 'To the wrong company'`,
    ).toHaveLength(0);
    await client.get("/client/documents");
    const data = new FormData();
    for (const [name, value] of Object.entries({
      ...client.hiddenOf("/client/documents"),
      company: theirs.account,
      request: theirs.wanted,
    }))
      data.set(name, value);
    data.set("file", new File(["x"], "trojan.txt"));
    await client.post("/client/documents", data);
    expect(
      await sql`select from public.documents where account_id = ${theirs.account} and source = 'client'`,
    ).toHaveLength(0);
    const [wanted] = await sql<
      { done_at: Date | null }[]
    >`select done_at from public.client_file_requests where id = ${theirs.wanted}`;
    expect(wanted!.done_at).toBeNull();
  });
});

describe("by the database, with exactly the rights of the pages", () => {
  const views = [
    "client_proposals",
    "client_requests",
    "client_invoices",
    "client_documents",
    "client_versions",
    "client_thread",
    "client_wanted",
    "client_people",
  ];
  const rowsOf = (visitor: Visitor, view: string, where = "true") =>
    visitor.as(async (tx) =>
      (await tx.unsafe<{ account_id: string }[]>(`select * from private.${view} where ${where}`)).map(
        (row) => row.account_id,
      ),
    );

  test.each(views)(
    "client-area 11: %s has the rows of one company for its client, of both for one of both, and none by id, search or count",
    async (view) => {
      const own = await rowsOf(client, view);
      expect(own.length).toBeGreaterThan(0);
      expect(new Set(own)).toEqual(new Set([mine.account]));
      expect(new Set(await rowsOf(both, view))).toEqual(new Set([mine.account, theirs.account]));
      expect(await rowsOf(client, view, `account_id = '${theirs.account}'`)).toEqual([]);
      const counted = await client.as((tx) =>
        tx.unsafe<{ n: number }[]>(
          `select count(*)::int as n from private.${view} where account_id = '${theirs.account}'`,
        ),
      );
      expect(counted[0]!.n).toBe(0);
      // A condition that errs on rows of others must not be asked of them: error texts are a way to read.
      await expect(
        client.as((tx) =>
          tx.unsafe(`select 1 from private.${view} as row where 1 / (row.account_id <> '${theirs.account}')::int = 1`),
        ),
      ).resolves.toBeDefined();
    },
  );

  test("client-area 11: no table of the data API shows a client a row but what is theirs, and none can be written", async () => {
    const tables = await sql<{ name: string }[]>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')
        and has_table_privilege('authenticated', oid, 'select') order by 1`;
    const seen: Record<string, number> = {};
    for (const { name } of tables) {
      const [row] = await client.as((tx) =>
        tx.unsafe<{ n: number }[]>(`select count(*)::int as n from public.${name}`),
      );
      if (row!.n > 0) seen[name] = row!.n;
    }
    // What every member may know (modules and the like) besides their own; anything new must be named here.
    expect(Object.keys(seen)).toEqual(await visibleToMembers(tables.map(({ name }) => name)));
    for (const [table, change] of [
      ["client_access", `set scope = 'all'`],
      ["client_messages", `set body = 'changed'`],
      ["client_file_requests", `set done_at = now()`],
      ["documents", `set title = 'changed'`],
      ["contacts", `set email = 'eve@example.com'`],
      ["client_area_settings", `set welcome = 'changed'`],
    ] as const) {
      const changed = await client
        .as((tx) => tx.unsafe(`update public.${table} ${change} returning 1`))
        .catch(() => []);
      expect([table, changed.length]).toEqual([table, 0]);
    }
    await expect(
      client.as(
        (tx) =>
          tx`insert into public.client_access (contact_id, account_id) values (${mine.contact}, ${theirs.account})`,
      ),
    ).rejects.toThrow(/permission denied/);
    await expect(client.as((tx) => tx`delete from public.client_messages`)).rejects.toThrow(/permission denied/);
  });
  /** What somebody without any access counts, and what a client has of their own. */
  const visibleToMembers = async (names: string[]) => {
    const open = [];
    for (const name of names) {
      const [row] = await sql.begin(async (tx) => {
        await tx`select set_config('request.jwt.claims', '{"role":"authenticated","sub":"0199a000-0000-7000-8000-00000000000f"}', true), set_config('role', 'authenticated', true)`;
        return tx.unsafe<{ n: number }[]>(`select count(*)::int as n from public.${name}`);
      });
      if (row!.n > 0) open.push(name);
    }
    return [...open, "client_access", "client_file_requests", "client_messages"].toSorted();
  };

  test.each([
    ["give_client_access", (own: TestCompany) => `public.give_client_access('${own.contact}')`],
    ["take_client_access", () => `public.take_client_access('${nothing}')`],
    ["answer_client", (own: TestCompany) => `public.answer_client('${own.account}', 'x')`],
    ["ask_client_for_file", (own: TestCompany) => `public.ask_client_for_file('${own.account}', 'x', '2027-01-01')`],
    ["read_client_messages", (own: TestCompany) => `public.read_client_messages('${own.account}')`],
    ["cancel_file_request", (own: TestCompany) => `public.cancel_file_request('${own.wanted}')`],
    ["show_document_to_client", (own: TestCompany) => `public.show_document_to_client('${own.document}', true)`],
    ["note_export", () => `public.note_export('everything', 1)`],
    ["erase_contact", (own: TestCompany) => `public.erase_contact('${own.contact}')`],
    ["share_list", () => `public.share_list()`],
    ["document_list", () => `public.document_list()`],
    ["payment_list", () => `public.payment_list()`],
    ["the palette", () => `public.find_everything('Otherly')`],
    ["private.answer_proposal", (own: TestCompany) => `private.answer_proposal('${own.proposal}', '{}')`],
    ["private.proposal_page", (own: TestCompany) => `private.proposal_page('${own.proposal}', null, now())`],
    ["private.payment_page", (own: TestCompany) => `private.payment_page('${own.request}')`],
    ["private.see_as_client", (own: TestCompany) => `private.see_as_client('${own.contact}', null, '')`],
    ["private.open_client_session", (own: TestCompany) => `private.open_client_session('${own.email}', '', '', now())`],
    ["private.enter_client", () => `private.enter_client('')`],
    ["private.write_client_code", (own: TestCompany) => `private.write_client_code('${own.email}', '1', '')`],
  ])("client-area 17: the function %s is refused, or has nothing, for a client", async (_, statement) => {
    const given = await client
      .as((tx) => tx.unsafe(`select * from ${statement(theirs)}`))
      .catch((error: Error) => error.message);
    if (typeof given === "string") expect(given).toMatch(/permission denied|admin privileges|does not exist/);
    else expect(JSON.stringify(given)).not.toMatch(/Otherly|Minely/);
  });
});

describe("by the data API and the back office, with the client's own tokens", () => {
  const reads: [string, () => string][] = [
    ["proposals", () => `/rest/v1/proposals?select=*`],
    ["proposals by id", () => `/rest/v1/proposals?id=eq.${mine.proposal}&select=*,proposal_versions(*)`],
    ["companies", () => `/rest/v1/accounts?select=*`],
    ["contacts with their company", () => `/rest/v1/contacts?select=*,accounts(*)`],
    ["documents with versions", () => `/rest/v1/documents?select=*,document_versions(*)`],
    ["payment requests", () => `/rest/v1/payment_requests?select=*`],
    ["messages", () => `/rest/v1/client_messages?select=*,contacts(*)`],
    ["access", () => `/rest/v1/client_access?select=*,contacts(*)`],
    ["wanted files", () => `/rest/v1/client_file_requests?select=*`],
    ["the timeline", () => `/rest/v1/events?select=*`],
    ["the log of acts", () => `/rest/v1/acts?select=*`],
    ["the outbox", () => `/rest/v1/outbox?select=*`],
    ["inquiries", () => `/rest/v1/inquiries?select=*`],
    ["bank details", () => `/rest/v1/firm?select=*`],
    ["settings of the area", () => `/rest/v1/client_area_settings?select=*`],
  ];
  test.each(reads)(
    "client-area 17: %s are empty for the client's token, and closed for the cookie",
    async (_, path) => {
      const answer = await api.ask(path(), token, { headers: { prefer: "count=exact" } });
      const body = await answer.text();
      if (answer.ok) expect([body, answer.headers.get("content-range")]).toEqual(["[]", "*/0"]);
      else expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(body).not.toMatch(/Otherly|Minely/);
      // What the cookie holds is no token of the API.
      expect((await api.ask(path(), client.token())).status).toBe(401);
    },
  );

  test("client-area 17: views of the area are not in the data API, nor functions that open a session", async () => {
    for (const path of [
      "client_proposals",
      "client_requests",
      "client_invoices",
      "client_documents",
      "client_versions",
      "client_thread",
      "client_sessions",
      "client_codes",
      "client_passkeys",
      "rpc/open_client_session",
      "rpc/enter_client",
      "rpc/client_scope",
    ]) {
      const answer = await api.ask(
        `/rest/v1/${path}`,
        token,
        path.startsWith("rpc") ? { method: "POST", body: "{}" } : {},
      );
      expect([path, answer.status]).toEqual([path, 404]);
    }
  });

  test.each([
    ["the live stream", "/api/live"],
    ["the administrators' routes", "/api/client-area/see/0199a000-0000-7000-8000-000000000000"],
    ["an upload", "/api/documents/uploads"],
    ["an export", "/api/documents/exports"],
    ["a file of the desk", "/api/documents/versions/0199a000-0000-7000-8000-000000000000/content"],
  ])("client-area 17: %s is closed for token and cookie", async (_, path) => {
    for (const given of [token, client.token()])
      expect([401, 403]).toContain(
        (await api.ask(path, given, path === "/api/live" ? {} : { method: "POST", body: "{}" })).status,
      );
  });

  test("client-area 17: a claim that is typed by hand, or kept in one's own metadata, opens nothing", async () => {
    const [session] = await sql<{ id: string }[]>`
      select session.id from private.client_sessions as session join public.client_access as access on access.user_id = session.user_id where access.contact_id = ${theirs.contact} limit 1`;
    await api.ask("/auth/v1/user", token, {
      method: "PUT",
      body: JSON.stringify({ data: { client_session: session!.id } }),
    });
    const answer = await api.ask("/rest/v1/client_messages?select=*", token, {
      headers: {
        "request.jwt.claims": JSON.stringify({ client_session: session!.id }),
        "x-client-session": session!.id,
      },
    });
    expect(await answer.json()).toEqual([]);
    // A cookie that is the id, and not its secret, is no session.
    const thief = site.visitor();
    thief.useCookie(`client=${session!.id}`);
    expect(await thief.text("/client")).toContain("Send me a code");
  });
});

describe("audit-4 S3: access is bound to the address it was given to", () => {
  const thiefOf = (word: string) => `thief@${word.toLowerCase()}.elsewhere.example`;
  /** A colleague with exactly these rights. */
  const colleague = async (...rights: string[]): Promise<Who> => {
    const userId = await addUser(sql, { admin: false });
    const key = `r${userId.replaceAll("-", "")}`;
    await sql`insert into public.roles (key, name) values (${key}, ${key})`;
    for (const right of rights)
      await sql`insert into public.role_grants select id, ${right.split(" ")[0]!}, ${right.split(" ")[1]!} from public.roles where key = ${key}`;
    await sql`insert into public.user_roles (user_id, role) values (${userId}, ${key})`;
    return { role: "authenticated", userId };
  };
  const signedIn = async (email: string) => {
    const visitor = site.visitor();
    await visitor.signIn(email);
    return visitor;
  };
  const isOut = async (visitor: Visitor) => (await visitor.text("/client")).includes("Send me a code");
  const codesTo = async (email: string) => {
    const before = await site.mailsTo(email);
    await site.visitor().post("/client/code", { email });
    return (await site.mailsTo(email)) - before;
  };
  const given = async (word: string) => {
    const company = await site.company(word);
    const access = await site.give(company.contact);
    return { company, access, visitor: await signedIn(company.email) };
  };
  const addContact = async (account: string, name: string, email: string) =>
    (
      await sql<{ id: string }[]>`
        insert into public.contacts (account_id, name, email) values (${account}, ${name}, ${email}) returning id`
    )[0]!.id;

  const json = (value: unknown) => JSON.stringify(value);
  const ways: [string, (company: TestCompany, thief: string, as: Who) => Promise<unknown>][] = [
    [
      "an edit",
      (company, thief, as) =>
        actAs(sql, as, (tx) => tx`update public.contacts set email = ${thief} where id = ${company.contact}`),
    ],
    [
      "an edit of many",
      (company, thief, as) =>
        actAs(
          sql,
          as,
          (tx) =>
            tx`select public.edit_records(${crypto.randomUUID()}, 'contacts', ${[company.contact]}::uuid[], 'set', ${json({ email: thief })}::text::jsonb)`,
        ),
    ],
    [
      "an import",
      (company, thief, as) =>
        actAs(sql, as, async (tx) => {
          const id = crypto.randomUUID();
          await tx`
            insert into public.import_parts ${tx({ import_id: id, part: 0, records: tx.json([{ line: 2, name: `Person of ${company.word}`, email: thief }]) })}`;
          await tx`select * from public.import_records(${id}, 'contacts', match_by => 'name')`;
        }),
    ],
    [
      "a merge",
      async (company, thief, as) => {
        const gone = await addContact(company.account, "Eve", thief);
        await actAs(
          sql,
          as,
          (tx) =>
            tx`select public.merge_contacts(${company.contact}, ${gone}, ${json({ email: "gone" })}::text::jsonb)`,
        );
      },
    ],
    [
      "a merge into another person",
      async (company, thief, as) => {
        const keep = await addContact(company.account, "Eve", thief);
        await actAs(sql, as, (tx) => tx`select public.merge_contacts(${keep}, ${company.contact})`);
      },
    ],
    [
      "undoing an import",
      async (company, thief, as) => {
        const id = crypto.randomUUID();
        await sql`update public.client_access set bound_to = null where contact_id = ${company.contact}`;
        await sql`update public.contacts set email = ${thief} where id = ${company.contact}`;
        await actAs(sql, as, async (tx) => {
          await tx`
            insert into public.import_parts ${tx({ import_id: id, part: 0, records: tx.json([{ line: 2, name: `Person of ${company.word}`, email: company.email }]) })}`;
          await tx`select * from public.import_records(${id}, 'contacts', match_by => 'name')`;
        });
        await sql`update public.client_access set bound_to = ${company.email} where contact_id = ${company.contact}`;
        await actAs(sql, as, (tx) => tx`select * from public.undo_import(${id})`);
      },
    ],
    [
      "trash and back",
      async (company, thief, as) => {
        await actAs(sql, as, (tx) => tx`select public.delete_records('contacts', ${[company.contact]}::uuid[])`);
        const [gone] = await sql<{ id: string }[]>`select id from public.deletions order by at desc limit 1`;
        await actAs(sql, as, (tx) => tx`select * from public.restore_deletions(${[gone!.id]}::uuid[])`);
        await actAs(sql, as, (tx) => tx`update public.contacts set email = ${thief} where id = ${company.contact}`);
      },
    ],
  ];

  test.each(ways)("audit-4 S3: %s suspends it until someone who may give access confirms", async (way, change) => {
    const { company, access, visitor } = await given(`Bound${ways.findIndex(([name]) => name === way)}`);
    const thief = thiefOf(company.word);
    const crm = await colleague("crm read", "crm add", "crm edit", "crm delete");
    await change(company, thief, crm);
    const [now] = await sql<{ id: string; contact_id: string; bound_to: string; email: string }[]>`
      select access.id, contact_id, bound_to, email from public.client_access as access join public.contacts on contacts.id = contact_id
      where access.id = ${access}`;
    expect(now).toMatchObject({ bound_to: company.email, email: thief });
    // The session of before is out, neither address gets a code, and nothing is mailed to the new one.
    expect(await isOut(visitor)).toBe(true);
    expect([await codesTo(company.email), await codesTo(thief)]).toEqual([0, 0]);
    await site.call("answer_client", { account: company.account, words: "Confidential" });
    expect(
      await sql`select from public.outbox where to_key = ${thief} and origin_kind = 'client message'`,
    ).toHaveLength(0);
    expect((await site.asAdmin(`/api/client-area/see/${now!.contact_id}`, { method: "POST" })).status).toBe(409);
    // Said to those who may confirm, and to no one else.
    const told = await sql<{ may: boolean }[]>`
      select private.person_may(user_id, 'client-area', 'edit') as may from public.notices
      where what = 'access suspended' and record_id = ${now!.contact_id}`;
    expect(told.length).toBeGreaterThan(0);
    expect(told.every(({ may }) => may)).toBe(true);
    // Who changed it may not confirm it, nor is an address confirmed that was not seen.
    const confirm = (as: Who, address: string) =>
      actAs(sql, as, (tx) => tx`select public.confirm_client_access(${access}, ${address})`);
    await expect(confirm(crm, thief)).rejects.toMatchObject({ code: "42501" });
    const clerk = await colleague("client-area read", "client-area edit");
    await expect(confirm(clerk, company.email)).rejects.toMatchObject({ code: "PT409" });
    expect(await codesTo(thief)).toBe(0);
    await confirm(clerk, thief);
    expect(await isOut(visitor)).toBe(true);
    const next = await signedIn(thief);
    expect(await next.text("/client")).toContain(`Offer for ${company.word}`);
    expect(
      await sql`select actor_id, was, becomes from public.acts where act = 'client access confirmed' and becomes ->> 'contact' = ${now!.contact_id}`,
    ).toMatchObject([{ was: { address: company.email }, becomes: { address: thief } }]);
    await sql`update public.contacts set email = null where id = ${now!.contact_id}`;
  });

  test("audit-4 S3: a passkey opens nothing while the access is suspended, and opens again when the address is back", async () => {
    const { company, visitor } = await given("Keeper");
    const thief = thiefOf("Keeper");
    await sql`update public.contacts set email = ${thief} where id = ${company.contact}`;
    expect(await isOut(visitor)).toBe(true);
    const [user] = await sql<{ id: string }[]>`select id from auth.users where email = ${company.email}`;
    expect(await sql`select from private.client_access_in_force where user_id = ${user!.id}`).toHaveLength(0);
    await sql`update public.contacts set email = ${company.email.toUpperCase()} where id = ${company.contact}`;
    await visitor.signIn(company.email);
    expect(await isOut(visitor)).toBe(false);
  });
});

describe("audit-4 S6: who looks through a client's eyes sees what is open to both", () => {
  const areas: [string, string, string, string][] = [
    ["proposals", "proposals", "private.client_proposals", "Offer for Minely"],
    ["payments", "payments", "private.client_requests", "Work for Minely"],
    ["invoices", "invoices", "private.client_invoices", "I-2020-002"],
    ["documents", "documents", "private.client_documents", "Minely"],
  ];
  async function look(...rights: string[]) {
    const userId = await addUser(sql, { admin: false });
    const key = `r${userId.replaceAll("-", "")}`;
    await sql`insert into public.roles (key, name) values (${key}, ${key})`;
    const grant = (right: string) =>
      sql`insert into public.role_grants select id, ${right.split(" ")[0]!}, ${right.split(" ")[1]!} from public.roles where key = ${key}`;
    for (const right of ["client-area read", ...rights]) await grant(right);
    await sql`insert into public.user_roles (user_id, role) values (${userId}, ${key})`;
    const session = crypto.randomUUID();
    await sql`insert into auth.sessions (id, user_id, created_at, updated_at, aal) values (${session}, ${userId}, now(), now(), 'aal1')`;
    const bearer = ["{}", JSON.stringify({ sub: userId, session_id: session }), "x"]
      .map((part) => Buffer.from(part).toString("base64url"))
      .join(".");
    const answer = await site.ask(`/api/client-area/see/${mine.contact}`, {
      method: "POST",
      headers: { authorization: `Bearer ${bearer}` },
    });
    expect(answer.status).toBe(200);
    const viewer = site.visitor();
    viewer.useCookie(answer.headers.get("set-cookie")!.split(";")[0]!);
    return { viewer, userId, key, session, grant };
  }
  const rowsOf = (viewer: Visitor, view: string) =>
    viewer.as(async (tx) => (await tx.unsafe<{ n: number }[]>(`select count(*)::int as n from ${view}`))[0]!.n);

  test("audit-4 S6: every section has an area of a module, and its rows need the right to read there, now", async () => {
    const { viewer, grant, key } = await look();
    const home = await viewer.text("/client");
    expect(await viewer.text("/client/messages")).toContain("Hello Minely");
    for (const [section, , view, words] of areas) {
      expect([section, (await viewer.get(`/client/${section}`)).status]).toEqual([section, 404]);
      expect([section, await rowsOf(viewer, view)]).toEqual([section, 0]);
      expect(home).not.toContain(`href="/client/${section}"`);
      if (section !== "documents") expect(home).not.toContain(words);
    }
    expect(await viewer.text("/client/more")).not.toContain("/client/payments");
    for (const [section, area, view, words] of areas) {
      await grant(`${area} read`);
      expect([section, await viewer.text(`/client/${section}`)]).toEqual([section, expect.stringContaining(words)]);
      expect(await rowsOf(viewer, view)).toBeGreaterThan(0);
      await sql`delete from public.role_grants where area = ${area} and role_id = (select id from public.roles where key = ${key})`;
      expect([section, (await viewer.get(`/client/${section}`)).status]).toEqual([section, 404]);
    }
    const live = await sql<{ area: string }[]>`select distinct area from private.record_types`;
    for (const [, area] of areas) expect(live.map((row) => row.area)).toContain(area);
    // A client sees all of it, and an owner's look as well.
    for (const [section] of areas) {
      expect([section, (await client.get(`/client/${section}`)).status]).toEqual([section, 200]);
    }
  });

  test("audit-4 S6: the look ends with the session, the role and the right it was opened by", async () => {
    const ends: [string, (of: Awaited<ReturnType<typeof look>>) => Promise<unknown>][] = [
      ["signing out", ({ session }) => sql`delete from auth.sessions where id = ${session}`],
      ["losing the role", ({ userId }) => sql`delete from public.user_roles where user_id = ${userId}`],
      [
        "losing the right",
        ({ key }) => sql`
        delete from public.role_grants where area = 'client-area' and role_id = (select id from public.roles where key = ${key})`,
      ],
      [
        "a role that asks for a second factor",
        ({ key }) => sql`update public.roles set asks_second_factor = true where key = ${key}`,
      ],
    ];
    for (const [how, end] of ends) {
      const found = await look("proposals read");
      expect(await found.viewer.text("/client")).toContain("Offer for Minely");
      await end(found);
      expect([how, await found.viewer.text("/client")]).toEqual([how, expect.stringContaining("Send me a code")]);
    }
  });

  test("audit-4 S6: looking through a role and then through a client's eyes is the intersection of all three", async () => {
    const { viewer, userId, session } = await look("payments read", "proposals read");
    const [role] = await sql<{ id: string }[]>`
      insert into public.roles (key, name) values ('narrow', 'Narrow') returning id`;
    await sql`insert into public.role_grants values (${role!.id}, 'client-area', 'read'), (${role!.id}, 'payments', 'read')`;
    await sql`
      insert into private.viewing_as (session_id, user_id, role_id, ends_at) values (${session}, ${userId}, ${role!.id}, now() + interval '1 hour')`;
    expect(await rowsOf(viewer, "private.client_requests")).toBeGreaterThan(0);
    expect(await rowsOf(viewer, "private.client_proposals")).toBe(0);
  });
});

test("audit-4 S14: cookies that someone makes up are counted together, by network, and a client there goes on", async () => {
  const attacker = site.visitor();
  const statuses: number[] = [];
  for (let no = 0; no < 31; no += 1) {
    attacker.useCookie(`client=${`made-up-${no}`.padEnd(43, "x")}`);
    statuses.push((await attacker.post("/client/enter/none", {})).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 403), 429]);
  attacker.useCookie("");
  expect((await attacker.post("/client/enter/none", {})).status).toBe(429);
  // A session that has ended is none; one that works is counted by itself, from that network too.
  attacker.useCookie(client.cookie());
  expect((await attacker.post("/client/enter/none", {})).status).toBe(403);
  await sql`update private.client_sessions set expires_at = now() - interval '1 minute'
    where token_hash = sha256(${client.token()}::bytea)`;
  expect((await attacker.post("/client/enter/none", {})).status).toBe(429);
});
