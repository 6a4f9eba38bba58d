// The data API through the whole server: status, headers and bodies as clients and browsers of other origins see them,
// and sessions that end access at once.
import { once } from "node:events";
import type net from "node:net";
import { Hono } from "hono";
import { afterAll, describe, expect, it } from "vitest";
import { type AppEnv, createApp } from "../app.ts";
import { createRest } from "../supabase/rest/rest.ts";
import { rawHttp, statusesOf } from "../testing/raw-http.ts";
import { smallSite } from "../testing/small-site.ts";
import { someone, testAuth } from "../testing/test-auth.ts";
import { testDatabase } from "../testing/test-database.ts";
import { createListener } from "./listener.ts";
import { createLog } from "./log.ts";

const { sql } = await testDatabase();
await sql.unsafe(`
  create view public.talkative with (security_invoker = true) as
    select name, set_config('response.headers',
      '[{"Set-Cookie":"a=1"},{"Set-Cookie":"b=2"},{"Vary":"Accept"},{"Cache-Control":"private"}]', true) as said
    from public.accounts;
  create view public.teapot with (security_invoker = true) as
    select set_config('response.status', '418', true) as status from public.accounts limit 1;
  create view public.injecting with (security_invoker = true) as
    select set_config('response.headers', '[{"X-Odd":"a\\u0001b"}]', true) as said from public.accounts limit 1;
  grant select on public.talkative, public.teapot, public.injecting to authenticated;`);
const auth = await testAuth(sql, { MAIL_AUTOCONFIRM: "true" });
const site = await smallSite({
  SITE_URL: "https://guidevane.example",
  CORS_ORIGINS: "https://friend.example",
  TOOLS_HOST: "tools.example",
});
const lines: { path: string; status: number }[] = [];
const log = createLog(
  { LOG_LEVEL: "info" },
  { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) },
);
const rest = await createRest({ sql, env: auth.env, log, identify: auth.auth.identify });
const app = createApp({
  env: site.env,
  log,
  website: site.website,
  backend: {
    auth: auth.auth.routes as unknown as Hono<AppEnv>,
    rest: rest.routes,
    answers: async () => true,
    isOperator: () => false,
    takesWrites: () => true,
  },
  api: new Hono<AppEnv>(),
});
const server = createListener({ app, website: site.website, env: site.env, log });
server.listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as net.AddressInfo;
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  site.remove();
  await rest.close();
});

const key = auth.keys.publishableKey;
async function signUp(isAdmin: boolean) {
  const { data } = await auth.browser().auth.signUp({ email: someone(), password: "right password" });
  if (isAdmin) await sql`insert into public.user_roles (user_id, role) values (${data.user!.id}, 'admin')`;
  return { id: data.user!.id, token: data.session!.access_token };
}
await sql`insert into public.accounts (name, type) select 'Company ' || i, 'Customer' from generate_series(1, 5) i`;
await sql`insert into public.contacts (account_id, name) select id, 'Somebody at ' || name from public.accounts`;
const { token } = await signUp(true);
const { token: stranger } = await signUp(false);

type Sent = Record<string, string>;
const signedIn = (more: Sent = {}): Sent => ({ apikey: key, Authorization: `Bearer ${token}`, ...more });
const request = async (target: string, sent: Sent, init: RequestInit = {}) =>
  app.request(target, { ...init, headers: { host: "guidevane.example", ...sent } });
/** A joined page. */
const page = "/rest/v1/contacts?select=name,accounts(name)&order=name&limit=3";

describe("what is asked, and how it is answered", () => {
  const cases: [string, string, () => Sent, number][] = [
    ["a list", "/rest/v1/accounts?select=name,type&order=name", signedIn, 200],
    ["a joined page", page, signedIn, 200],
    ["as browsers write it", "/rest/v1/contacts?select=name%2Caccounts%28name%29&order=name.asc", signedIn, 200],
    ["an exact count", page, () => signedIn({ Prefer: "count=exact" }), 206],
    ["a planned count", page, () => signedIn({ Prefer: "count=planned" }), 206],
    ["a range", "/rest/v1/accounts?select=name&order=name", () => signedIn({ Range: "1-2" }), 200],
    ["beyond the range", "/rest/v1/accounts?offset=99", () => signedIn({ Prefer: "count=exact" }), 416],
    ["csv", "/rest/v1/accounts?select=name&order=name", () => signedIn({ Accept: "text/csv" }), 200],
    [
      "one object",
      "/rest/v1/accounts?limit=1&select=type",
      () => signedIn({ Accept: "application/vnd.pgrst.object+json" }),
      200,
    ],
    ["not one object", "/rest/v1/accounts", () => signedIn({ Accept: "application/vnd.pgrst.object+json" }), 406],
    ["a profile", "/rest/v1/accounts?select=type", () => signedIn({ "Accept-Profile": "public" }), 200],
    ["a wrong profile", "/rest/v1/accounts", () => signedIn({ "Accept-Profile": "auth" }), 406],
    ["no such table", "/rest/v1/acounts", signedIn, 404],
    ["no such column", "/rest/v1/accounts?select=nothing", signedIn, 400],
    ["a value of the wrong type", "/rest/v1/accounts?id=eq.1", signedIn, 400],
    ["a broken query", "/rest/v1/accounts?select=a(", signedIn, 400],
    ["words outside ASCII", "/rest/v1/accounts?name=eq.%C3%A9%F0%9F%99%82", signedIn, 200],
    ["headers set by the database", "/rest/v1/talkative?select=name,said&order=name", signedIn, 200],
    ["a status set by the database", "/rest/v1/teapot", signedIn, 418],
    ["our own origin", page, () => signedIn({ Origin: "https://guidevane.example" }), 200],
    ["a friend's origin", page, () => signedIn({ Origin: "https://friend.example" }), 200],
    ["another origin", page, () => signedIn({ Origin: "https://evil.example" }), 200],
    ["a stranger", "/rest/v1/accounts", () => signedIn({ Authorization: `Bearer ${stranger}` }), 200],
    ["a function", "/rest/v1/rpc/is_admin", signedIn, 200],
    [
      "a search",
      "/rest/v1/rpc/search_contacts?term=somebody&order=name&limit=2&select=name,accounts(name)",
      signedIn,
      200,
    ],
    [
      "a counted search",
      "/rest/v1/rpc/search_contacts?term=somebody&order=name.desc&limit=2&offset=1&select=name,accounts(name)",
      () => signedIn({ Prefer: "count=exact" }),
      206,
    ],
    [
      "a function that writes",
      "/rest/v1/rpc/end_my_session?session=00000000-0000-4000-8000-000000000000",
      signedIn,
      405,
    ],
    ["no such function", "/rest/v1/rpc/nothing", signedIn, 404],
    ["nobody", "/rest/v1/accounts", () => ({ apikey: key }), 401],
    ["the secret key", "/rest/v1/accounts?select=name&order=name", () => ({ apikey: auth.keys.secretKey }), 200],
    ["a wrong key", "/rest/v1/accounts", () => signedIn({ apikey: "sb_publishable_wrong" }), 401],
    ["a broken token", "/rest/v1/accounts", () => signedIn({ Authorization: "Bearer a.b.c" }), 401],
    ["a token of another kind", "/rest/v1/accounts", () => signedIn({ Authorization: "Basic abc" }), 401],
  ];
  it.each(cases)("%s", async (_name, target, sent, status) => {
    const { status: answered, headers } = await request(target, sent());
    expect(answered).toBe(status);
    expect(headers.get("cache-control")).toBe(target.includes("talkative") ? "private" : "no-store");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("vary")).toContain("Origin");
    const { Origin: origin } = sent();
    expect(headers.get("access-control-allow-origin")).toBe(origin?.includes("evil") ? null : (origin ?? null));
  });

  it("headers set by the database stand beside our own", async () => {
    const { headers } = await request("/rest/v1/talkative?select=name,said", signedIn());
    expect(headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    expect(headers.get("vary")).toBe("Accept, Origin");
  });

  it("calls of one shape, planned once, each with its own arguments", async () => {
    const names = async (query: string, sent: Sent) => {
      const response = await request(`/rest/v1/rpc/search_contacts?${query}`, sent);
      const rows = (await response.json()) as { name: string }[];
      return [response.headers.get("content-range"), ...rows.map(({ name }) => name.replace("Somebody at ", ""))];
    };
    const ways: Sent[] = [signedIn(), signedIn({ Prefer: "count=exact" }), { apikey: auth.keys.secretKey }];
    for (const sent of ways) {
      const total = sent["Prefer"] ? "1" : "*";
      for (const n of [1, 2, 1, 3]) {
        const filtered = `select=name&term=company%20${n}&name=like.*${n}&order=name`;
        expect(await names(filtered, sent)).toEqual([`0-0/${total}`, `Company ${n}`]);
        const turned = `name=like.*${n}&order=name&term=company%20${n}&select=name`;
        expect(await names(turned, sent)).toEqual([`0-0/${total}`, `Company ${n}`]);
        const most = (await names(`select=name&term=company&limit=${n}&order=name`, sent)).slice(1);
        expect(most).toEqual(["Company 1", "Company 2", "Company 3"].slice(0, n));
      }
    }
  });
});

describe("an ended session ends access at once", () => {
  it("whatever is asked, and nothing else is told", async () => {
    const { id, token: mine } = await signUp(false);
    const sent = signedIn({ Authorization: `Bearer ${mine}`, "content-type": "application/json" });
    expect((await request(page, sent)).status).toBe(200);
    await sql`delete from auth.sessions where user_id = ${id}`;
    const asked: [string, RequestInit][] = [
      [page, {}],
      ["/rest/v1/accounts?id=eq.1", {}],
      ["/rest/v1/acounts", {}],
      ["/rest/v1/accounts?select=a(", {}],
      ["/rest/v1/rpc/search_contacts?term=some", {}],
      ["/rest/v1/rpc/search_contacts", { method: "POST", body: '{"term":"some"}' }],
      ["/rest/v1/rpc/search_contacts", { method: "POST", body: '{"wrong":"some"}' }],
      ["/rest/v1/accounts", { method: "POST", body: '{"name":"x","type":"Prospect"}' }],
      ["/rest/v1/accounts?name=eq.x", { method: "DELETE" }],
      ["/rest/v1/accounts", { method: "HEAD" }],
      ["/rest/v1/", {}],
    ];
    for (const [target, init] of asked) {
      const response = await request(target, sent, init);
      expect([target, init.method, response.status]).toEqual([target, init.method, 401]);
      if (init.method !== "HEAD") expect(await response.text()).toContain("This session has ended");
    }
  });

  it("a ban or a time limit ends it as well", async () => {
    const { id, token: mine } = await signUp(false);
    const ask = async () => (await request(page, signedIn({ Authorization: `Bearer ${mine}` }))).status;
    expect(await ask()).toBe(200);
    await sql`update auth.users set banned_until = now() + interval '1 hour' where id = ${id}`;
    expect(await ask()).toBe(401);
    await sql`update auth.users set banned_until = now() - interval '1 hour' where id = ${id}`;
    expect(await ask()).toBe(200);
    await sql`update auth.sessions set not_after = now() - interval '1 second' where user_id = ${id}`;
    expect(await ask()).toBe(401);
    await sql`update auth.sessions set not_after = null where user_id = ${id}`;
    await sql`update auth.users set deleted_at = now() where id = ${id}`;
    expect(await ask()).toBe(401);
  });

  it("nobody can look at sessions or call anything of the server's own schema", async () => {
    const usable = await sql`
      select 'table ' || relname as name from pg_class where relnamespace = 'server'::regnamespace
        and relkind in ('r', 'v') and (has_table_privilege('authenticated', oid, 'select, insert, update, delete')
          or has_table_privilege('anon', oid, 'select, insert, update, delete'))
      union all select proname from pg_proc where pronamespace = 'server'::regnamespace
        and (has_function_privilege('authenticated', oid, 'execute') or has_function_privilege('anon', oid, 'execute'))`;
    expect(usable.map(({ name }) => name as string)).toEqual([]);
  });
});

describe("over the wire, requests of unusual shape", () => {
  const table = "/rest/v1/accounts?select=name";
  const head = Object.entries(signedIn())
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
  const ask = (line: string, more = "", host = "guidevane.example") =>
    rawHttp(port, `${line} HTTP/1.1\r\nHost: ${host}\r\n${head}${more}Connection: close\r\n\r\n`);
  it.each([
    ["another method", `HEAD ${table}`, "", 200],
    ["a question before a request", `OPTIONS ${table}`, "", 204],
    ["a path to be decoded", "GET /rest/v1/%61ccounts", "", 200],
    ["a path with dots", "GET /rest/v1/x/../accounts", "", 200],
    ["an empty body", `GET ${table}`, "Content-Length: 0\r\n", 200],
    ["a header sent twice", `GET ${table}`, "apikey: other\r\n", 401],
    ["a long address", `GET ${table}&name=eq.${"a".repeat(5000)}`, "", 200],
    ["too long an address", `GET ${table}&name=eq.${"a".repeat(9000)}`, "", 414],
  ])("%s", async (_name, line, more, status) => {
    expect(statusesOf(await ask(line, more))).toEqual([status]);
  });

  it.each([
    ["another host", "evil.example", 421],
    ["no host name", "a b", 400],
    ["the tools' host", "tools.example", 302],
  ])("%s", async (_name, host, status) => {
    expect(statusesOf(await ask(`GET ${table}`, "", host))).toEqual([status]);
  });

  it("a header set by the database that no header may hold never leaves", async () => {
    const text = await ask("GET /rest/v1/injecting");
    expect(statusesOf(text)).toEqual([500]);
    expect(text).toContain("PGRST111");
    expect(text).not.toContain("x-odd");
  });

  it("several on one connection are answered in order", async () => {
    const get = (target: string, index: number, all: string[]) =>
      `GET ${target} HTTP/1.1\r\nHost: guidevane.example\r\n${head}${index === all.length - 1 ? "Connection: close\r\n" : ""}\r\n`;
    const targets = ["/rest/v1/accounts?select=type&limit=1", "/rest/v1/acounts", "/", "/education"];
    const text = await rawHttp(port, targets.map(get).join(""));
    expect(statusesOf(text)).toEqual([200, 404, 200, 200]);
    expect(text.indexOf('[{"type":"Customer"}]')).toBeLessThan(text.indexOf("<h1>Home"));
    expect(text.indexOf("<h1>Home")).toBeLessThan(text.indexOf("<h1>Education"));
  });

  it("each is one line in the log, without its query", async () => {
    await ask("GET /rest/v1/contacts?select=name,email");
    await expect.poll(() => lines.at(-1)).toMatchObject({ method: "GET", path: "/rest/v1/contacts", status: 200 });
    expect(JSON.stringify(lines)).not.toContain("select");
  });
});
