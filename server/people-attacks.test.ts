// Attempts to see or do what a role does not allow, through the API as anyone can call it: by id, embed, search, count, file address, PDF,
// export, live stream, palette and function. Each is refused as if the thing did not exist: the answer for a record that is there is
// the answer for one that is not, no word of it is in any answer, and nothing has changed afterwards.
import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import pino from "pino";
import { afterAll, describe, expect, test } from "vitest";
import type { AppEnv } from "./app.ts";
import { createApi } from "./api/api.ts";
import { rightsInDatabase } from "./api/caller-rights.ts";
import { requireMay } from "./api/require-may.ts";
import { readEnv } from "./env.ts";
import { loadModuleServers } from "./module-servers.ts";
import type { Jobs } from "./platform/jobs/jobs.ts";
import { createLinks } from "./platform/links/links.ts";
import { openLive } from "./platform/live/live.ts";
import { openModules, type Platform } from "./platform/module-server.ts";
import { createSendingMailboxes } from "./platform/outbox/sending-mailboxes.ts";
import { createStorage } from "./platform/storage/storage.ts";
import { createWebhooks } from "./platform/webhooks.ts";
import { createLimits } from "./supabase/limits/limits.ts";
import { createRest } from "./supabase/rest/rest.ts";
import { filledCompany } from "./testing/filled-company.ts";
import { readLiveStream } from "./testing/live-stream.ts";
import { proposalsForTests } from "./testing/proposals-for-tests.ts";
import { someone, testAuth } from "./testing/test-auth.ts";
import { testDatabase } from "./testing/test-database.ts";

const { sql } = await testDatabase();
await sql`update public.modules set live = true`;
const { auth, administrator, browser, keys, env: authEnv } = await testAuth(sql);
const env = readEnv({ LOG_LEVEL: "silent", SITE_URL: "https://guidevane.test" });
const log = pino({ level: "silent" });
const askRights = rightsInDatabase(sql, auth.identify);
const jobs = { add: () => {}, wake: async () => {} } as unknown as Jobs;
const rest = await createRest({ sql, env: authEnv, log, identify: auth.identify });
const live = await openLive(sql, log);
afterAll(async () => {
  await live.close();
  await rest.close();
});
const platform = {
  sql,
  log,
  jobs,
  env,
  links: createLinks(sql),
  storage: createStorage(env, sql),
  mail: { send: async () => {} },
  mailboxes: createSendingMailboxes(),
} as unknown as Omit<Platform, "events">;
const app = new Hono<AppEnv>();
app.route("/rest/v1", rest.routes as unknown as Hono<AppEnv>);
app.route("/api/live", live.routes(askRights));
app.route(
  "/",
  openModules(
    {
      platform,
      limits: createLimits(sql),
      webhooks: createWebhooks({ sql, jobs, log }),
      requireMay: requireMay(askRights),
      notice: () => ({ html: new Uint8Array(), headers: {} }),
    },
    await loadModuleServers(),
  ),
);
app.route("/api", createApi({ env, log, askRights, dataDir: "/nowhere" }));

// What no answer may hold: every word of the firm's records.
const proposals = await proposalsForTests(sql);
const company = filledCompany(sql, proposals);
const filled = await company.fill("zzcompany");
const request = await proposals.call<string>("new_payment_request", {
  asked: {
    account_id: filled.account,
    title: "zzpayment",
    amount_minor: 123_456,
    currency: "USD",
    due_on: "2999-01-01",
  },
});
await sql`update public.contacts set name = 'zzperson', email = 'zzperson@norrfall.example'`;
await sql`update public.deals set name = 'zzdeal'`;
await sql`update public.outbox set subject = 'zzmail', body_text = 'zzmail', mail_data = null`;
await sql`update public.documents set title = 'zzfile'`;
const one = async (query: string) => (await sql.unsafe<{ id: string }[]>(query))[0]!.id;
const ids = {
  account: filled.account,
  contact: filled.contact,
  deal: filled.deal,
  task: filled.task,
  mail: filled.mails.held,
  request,
  inquiry: await one("select id from public.inquiries limit 1"),
  document: await one("select id from public.documents limit 1"),
  version: await one("select id from public.document_versions limit 1"),
  proposal: await one("select id from public.proposals where state <> 'draft' limit 1"),
  sequence: await one("select id from public.sequences limit 1"),
  enrolment: await one("select id from public.enrolments limit 1"),
};
type Ids = typeof ids;
const nothing = Object.fromEntries(Object.keys(ids).map((key) => [key, randomUUID()])) as unknown as Ids;

interface Caller {
  id: string;
  token: string;
}
async function person(role: string | null): Promise<Caller> {
  const email = someone();
  const password = "correct horse 9";
  const { data } = await administrator().auth.admin.createUser({ email, password, email_confirm: true });
  const id = data.user!.id;
  if (role) await sql`insert into public.user_roles (user_id, role) values (${id}, ${role})`;
  const { data: signedIn } = await browser().auth.signInWithPassword({ email, password });
  return { id, token: signedIn.session!.access_token };
}
const owner = await person("admin");
const callers = {
  stranger: await person(null),
  reader: await person("reader"),
  sales: await person("sales"),
  deactivated: await person("partner"),
};
await proposals.as((tx) => tx`select public.deactivate_colleague(${callers.deactivated.id})`, {
  role: "authenticated",
  userId: owner.id,
});
type Name = keyof typeof callers;

interface Attempt {
  how: string;
  by: readonly Name[];
  method?: string;
  path: (at: Ids) => string;
  body?: (at: Ids) => unknown;
  headers?: Record<string, string>;
}
const everyone = ["stranger", "deactivated"] as const;
const outsiders: readonly Name[] = everyone;
const withoutMoney: readonly Name[] = [...everyone, "reader", "sales"];
const withoutMail: readonly Name[] = [...everyone, "reader"];
const rpc = (name: string, body: (at: Ids) => unknown, by: readonly Name[], how = "function"): Attempt => ({
  how: `${how} ${name}`,
  by,
  method: "POST",
  path: () => `/rest/v1/rpc/${name}`,
  body,
});
const get = (
  how: string,
  path: (at: Ids) => string,
  by: readonly Name[],
  headers: Record<string, string> = {},
): Attempt => ({ how, by, path, headers });
const counted = { prefer: "count=exact" };

const attempts: readonly Attempt[] = [
  // By id.
  get("a company by id", (at) => `/rest/v1/accounts?id=eq.${at.account}`, outsiders),
  get("a person by id", (at) => `/rest/v1/contacts?id=eq.${at.contact}`, outsiders),
  get("a deal by id", (at) => `/rest/v1/deals?id=eq.${at.deal}`, outsiders),
  get("a task by id", (at) => `/rest/v1/tasks?id=eq.${at.task}`, outsiders),
  get("a payment request by id", (at) => `/rest/v1/payment_requests?id=eq.${at.request}`, withoutMoney),
  get("a mail by id", (at) => `/rest/v1/outbox?select=id,subject&id=eq.${at.mail}`, withoutMail),
  get("a proposal by id", (at) => `/rest/v1/proposals?id=eq.${at.proposal}`, outsiders),
  // By embedding it through another table.
  get(
    "payments of a company",
    (at) => `/rest/v1/accounts?select=id,payment_requests(title)&id=eq.${at.account}&payment_requests=not.is.null`,
    withoutMoney,
  ),
  get(
    "mails of a person",
    (at) => `/rest/v1/contacts?select=outbox(subject)&id=eq.${at.contact}&outbox=not.is.null`,
    withoutMail,
  ),
  get("a company through its deal", (at) => `/rest/v1/deals?select=accounts(name)&id=eq.${at.deal}`, outsiders),
  // By what happened.
  get("the history of a payment", (at) => `/rest/v1/events?record_id=eq.${at.request}`, withoutMoney),
  get("the history of a mail", (at) => `/rest/v1/events?record_id=eq.${at.mail}`, withoutMail),
  rpc("record_timeline", (at) => ({ of_type: "account", of_id: at.account }), outsiders, "timeline"),
  // By search, suggestion and palette.
  rpc("search_payment_requests", () => ({ term: "zzpayment" }), withoutMoney, "search"),
  rpc("suggest_payment_requests", () => ({ term: "zzpay", most: 5 }), withoutMoney, "suggestion"),
  rpc("search_outbox", () => ({ term: "zzmail" }), withoutMail, "search"),
  rpc("find_everything", () => ({ term: "zzpayment" }), withoutMoney, "palette"),
  rpc("find_everything", () => ({ term: "zzcompany" }), outsiders, "palette"),
  rpc("find_duplicates", () => ({ kind: "accounts", entry: { name: "zzcompany" } }), outsiders, "search"),
  rpc("search_contacts", () => ({ term: "zzperson" }), outsiders, "search"),
  // By count.
  get("how many payments there are", () => "/rest/v1/payment_requests?select=id&limit=0", withoutMoney, counted),
  get("how many companies there are", () => "/rest/v1/accounts?select=id&limit=0", outsiders, counted),
  rpc("payment_ageing", () => ({}), withoutMoney, "count"),
  rpc("outbox_summary", () => ({}), withoutMail, "count"),
  rpc("count_merged", (at) => ({ kind: "accounts", gone: at.account }), outsiders, "count"),
  rpc("count_dependents", (at) => ({ kind: "accounts", ids: [at.account] }), outsiders, "count"),
  // By file address and PDF.
  get("the bytes of a file", (at) => `/api/documents/versions/${at.version}/content`, outsiders),
  get("the PDF of a proposal", (at) => `/api/proposals/${at.proposal}/pdf`, outsiders),
  get("the page of a proposal", (at) => `/api/proposals/${at.proposal}/page`, outsiders),
  get("the mail of a proposal", (at) => `/api/proposals/${at.proposal}/mail`, outsiders),
  get("files that name a person", (at) => `/api/documents/people/${at.contact}`, [...everyone, "reader"]),
  get("how money comes in", () => "/api/payments/provider", withoutMoney),
  { how: "a link to pay", by: withoutMoney, method: "POST", path: (at) => `/api/payments/requests/${at.request}/link` },
  {
    how: "a link to a proposal",
    by: [...everyone, "reader"],
    method: "POST",
    path: (at) => `/api/proposals/${at.proposal}/link`,
  },
  // By export.
  get("payments as CSV", () => "/rest/v1/payment_requests?select=title", withoutMoney, { accept: "text/csv" }),
  rpc("note_export", () => ({ area: "crm", what: "contacts", records: 1 }), [...everyone, "reader", "sales"], "export"),
  {
    how: "a list as PDF",
    by: [...everyone, "reader", "sales"],
    method: "POST",
    path: () => "/api/exports/list.pdf?area=crm",
    body: () => ({ title: "x", sentence: "", columns: [], rows: [] }),
  },
  rpc(
    "account_statement",
    (at) => ({ account: at.account, since: "2020-01-01", until: "2030-01-01" }),
    withoutMoney,
    "export",
  ),
  // By functions that look past row level security.
  rpc("payments_of", (at) => ({ request: at.request }), withoutMoney),
  rpc("payment_list", () => ({ filter: {}, at_most: 50, skip: 0 }), withoutMoney),
  rpc("deal_board", () => ({ filters: {}, per_column: 5, order_by: "position" }), outsiders),
  rpc("document_list", () => ({}), outsiders),
  rpc("proposal_list", () => ({ filter: {}, most: 50, skipping: 0 }), outsiders),
  rpc("team_list", () => ({}), [...everyone, "sales"]),
  get("the audit log", () => "/rest/v1/acts", [...everyone, "sales"]),
  get("invitations", () => "/rest/v1/invitations", [...everyone, "sales"]),
  get("what roles may", () => "/rest/v1/role_grants", [...everyone, "sales"]),
  get("what the server is set to", () => "/api/integrations", [...everyone, "sales"]),
  get("background jobs", () => "/api/jobs", [...everyone, "sales"]),
  // By changing things.
  {
    how: "a company renamed",
    by: [...everyone, "reader"],
    method: "PATCH",
    path: (at) => `/rest/v1/accounts?id=eq.${at.account}`,
    body: () => ({ name: "Mine" }),
  },
  {
    how: "a person deleted",
    by: [...everyone, "reader"],
    method: "DELETE",
    path: (at) => `/rest/v1/contacts?id=eq.${at.contact}`,
  },
  {
    how: "oneself an owner",
    by: [...everyone, "reader", "sales"],
    method: "POST",
    path: () => "/rest/v1/user_roles",
    body: () => ({ user_id: callers.sales.id, role: "admin" }),
  },
  {
    how: "more for a role",
    by: [...everyone, "reader", "sales"],
    method: "POST",
    path: () => "/rest/v1/role_grants",
    body: () => ({ role_id: randomUUID(), area: "payments", action: "money" }),
  },
  {
    how: "a module switched off",
    by: [...everyone, "reader", "sales"],
    method: "PATCH",
    path: () => "/rest/v1/modules?key=eq.team",
    body: () => ({ live: false }),
  },
  {
    how: "an invitation",
    by: [...everyone, "reader", "sales"],
    method: "POST",
    path: () => "/api/team/invitations",
    body: () => ({ name: "X", email: "x@y.example", role_key: "admin" }),
  },
  rpc("set_role", () => ({ person: callers.sales.id, role_key: "admin" }), [...everyone, "reader", "sales"]),
  rpc("save_role", () => ({ role: { name: "Mine", grants: [] } }), [...everyone, "reader", "sales"]),
  rpc("deactivate_colleague", () => ({ person: owner.id }), [...everyone, "reader", "sales"]),
  rpc(
    "record_payment",
    (at) => ({ request: at.request, entry: randomUUID(), amount_minor: 1, received_on: "2026-01-01" }),
    withoutMoney,
  ),
  rpc("send_proposal", (at) => ({ proposal: at.proposal }), [...everyone, "reader"]),
  rpc("release_outbox", (at) => ({ ids: [at.mail] }), [...everyone, "reader"]),
  rpc("erase_contact", (at) => ({ contact: at.contact, files: {} }), [...everyone, "reader"]),
  rpc("stop_enrolments", (at) => ({ ids: [at.enrolment] }), [...everyone, "reader"]),
  rpc("answer_inquiry", (at) => ({ inquiry: at.inquiry }), [...everyone, "reader"]),
  rpc("set_publishing", () => ({ on: true }), [...everyone, "reader", "sales"]),
];

async function tried(attempt: Attempt, token: string | null, at: Ids) {
  const body = attempt.body?.(at);
  const answer = await app.request(attempt.path(at), {
    method: attempt.method ?? "GET",
    headers: {
      apikey: keys.publishableKey,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...attempt.headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text(), range: answer.headers.get("content-range") };
}

const all = attempts.flatMap((attempt) => attempt.by.map((by) => ({ attempt, by })));
const before = await company.everything();

describe("as a stranger, a reader, a sales person, a deactivated colleague", () => {
  test.each(all.map(({ attempt, by }) => [`${by}: ${attempt.how}`, attempt, by] as const))(
    "team 1: %s",
    async (_, attempt, by) => {
      const { token } = callers[by];
      const got = await tried(attempt, token, ids);
      expect(got.text).not.toMatch(/zz(?:company|person|deal|mail|file|payment)/);
      // A record that is there is answered as one that is not.
      const unknown = await tried(attempt, token, nothing);
      const told = (text: string) => text.replaceAll(/[0-9a-f-]{36}/g, "id");
      expect({ ...got, text: told(got.text) }).toEqual({ ...unknown, text: told(unknown.text) });
      expect(got.status, got.text).toSatisfy(
        (status: number) => status >= 400 || ["", "[]", "0", "null", "false", "title"].includes(got.text.trim()),
      );
    },
  );

  test("team 1: there are more than sixty of them, and nothing has changed by any", async () => {
    expect(all.length).toBeGreaterThanOrEqual(60);
    expect(await company.everything()).toEqual(before);
  });

  test("team 1: without a session every one is refused", async () => {
    for (const attempt of attempts) {
      const { status, text } = await tried(attempt, null, ids);
      expect(status, `${attempt.how} ${text}`).toSatisfy(
        (code: number) => code === 401 || code === 403 || code === 404,
      );
    }
  });

  test("team 7: a deactivated colleague's token is worth nothing from the next request on", async () => {
    const answer = await tried(
      get("", () => "/rest/v1/accounts", []),
      callers.deactivated.token,
      ids,
    );
    expect(answer.text).not.toContain("zzcompany");
  });
});

test("team 1: a stream tells no one of what they may not read", async () => {
  const open = (who: Caller) => app.request("/api/live", { headers: { authorization: `Bearer ${who.token}` } });
  expect((await open(callers.stranger)).status).toBe(403);
  expect((await open(callers.deactivated)).status).toBeGreaterThanOrEqual(401);
  const reader = readLiveStream(await open(callers.reader));
  const owners = readLiveStream(await open(owner));
  await Promise.all([reader.next("open"), owners.next("open")]);
  await sql`update public.outbox set attempts = attempts where id = ${ids.mail}`;
  await sql`update public.accounts set name = name where id = ${ids.account}`;
  const about = (table: string) => (data: unknown) => (data as { table: string }).table === table;
  await Promise.all([owners.next("changed", about("outbox")), reader.next("changed", about("accounts"))]);
  expect(reader.events.some(({ data }) => about("outbox")(data))).toBe(false);
  await Promise.all([reader.cancel(), owners.cancel()]);
});
