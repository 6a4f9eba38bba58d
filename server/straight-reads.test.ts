// The straight way and the app answer alike, to the last header; and what is not plain goes to the app.
import { once } from "node:events";
import net from "node:net";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AppEnv, createApp } from "./app.ts";
import { createRest } from "./backend/rest/rest.ts";
import { createListener } from "./listener.ts";
import { createLog } from "./log.ts";
import { createStraightReads, type StraightReads } from "./straight-reads.ts";
import { rawHttp, statusesOf } from "./testing/raw-http.ts";
import { smallSite } from "./testing/small-site.ts";
import { someone, testAuth } from "./testing/test-auth.ts";
import { testDatabase } from "./testing/test-database.ts";

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
  ALLOWED_HOSTS: "api.guidevane.example",
});
const lines: { path: string; status: number }[] = [];
const log = createLog({ LOG_LEVEL: "info" }, (text) => {
  lines.push(
    ...text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as (typeof lines)[number]),
  );
});
const rest = await createRest({ sql, env: auth.env, log, identify: auth.auth.identify });
const backend = {
  auth: auth.auth.routes as unknown as Hono<AppEnv>,
  rest: rest.routes,
  answers: async () => true,
  isOperator: () => false,
  takesWrites: () => true,
};
const app = createApp({ env: site.env, log, website: site.website, backend, api: new Hono<AppEnv>() });
let straightly = 0;
let delay = Promise.resolve();
const straight = createStraightReads({
  env: site.env,
  log,
  answer: async (call) => {
    straightly += 1;
    await delay;
    return rest.answer(call);
  },
});
let atTheDoor = 0;
const counted: StraightReads = {
  viaNode: straight.viaNode,
  atTheDoor(request, deliver) {
    const takes = straight.atTheDoor(request, deliver);
    if (takes) atTheDoor += 1;
    return takes;
  },
};
const server = createListener({ app, website: site.website, env: site.env, log, straight: counted });
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
let token = "";
let stranger = "";

async function signUp(isAdmin: boolean): Promise<string> {
  const { data } = await auth.browser().auth.signUp({ email: someone(), password: "right password" });
  if (isAdmin) await sql`insert into public.user_roles (user_id, role) values (${data.user!.id}, 'admin')`;
  return data.session!.access_token;
}

beforeAll(async () => {
  await sql`insert into public.accounts (name, type) select 'Company ' || i, 'Customer' from generate_series(1, 5) i`;
  await sql`insert into public.contacts (account_id, name) select id, 'Somebody at ' || name from public.accounts`;
  token = await signUp(true);
  stranger = await signUp(false);
});

type Sent = Record<string, string>;
const signedIn = (more: Sent = {}): Sent => ({ apikey: key, Authorization: `Bearer ${token}`, ...more });

interface Heard {
  status: number;
  headers: [string, string][];
  body: string;
}

/** The answer as bytes: what a fetch would hide is seen. */
async function overWire(head: string, host = "guidevane.example"): Promise<Heard> {
  const socket = net.connect(port, "127.0.0.1");
  socket.write(`${head}Host: ${host}\r\nConnection: close\r\n\r\n`.replaceAll(/\r?\n/g, "\r\n"));
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return heard(Buffer.concat(chunks));
}

function heard(bytes: Buffer): Heard {
  const text = bytes.toString("utf8");
  const end = text.indexOf("\r\n\r\n");
  const [first = "", ...rows] = text.slice(0, end).split("\r\n");
  const headers = rows.map((row): [string, string] => {
    const at = row.indexOf(":");
    return [row.slice(0, at).toLowerCase(), row.slice(at + 1).trim()];
  });
  return { status: Number(first.split(" ")[1]), headers: sorted(headers), body: text.slice(end + 4) };
}

/** A connection that is kept: its whole requests are the front door's. */
function keptConnection() {
  const socket = net.connect(port, "127.0.0.1").setNoDelay(true);
  const ask = async (target: string, sent: Sent): Promise<Heard & { length: number }> => {
    const headers = Object.entries({ Host: "guidevane.example", ...sent }).map(lineOf);
    socket.write(`GET ${target} HTTP/1.1\r\n${headers.join("")}\r\n`);
    let bytes = Buffer.alloc(0);
    for (;;) {
      const [chunk] = (await once(socket, "data")) as [Buffer];
      bytes = Buffer.concat([bytes, chunk]);
      const end = bytes.indexOf("\r\n\r\n");
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(bytes.toString("latin1", 0, Math.max(0, end)))?.[1]);
      if (end >= 0 && bytes.length >= end + 4 + length) return { ...heard(bytes), length: bytes.length };
    }
  };
  return { socket, ask };
}

/** What Node adds to each answer, and the length, which an answer without a port does not have. */
const ofTheWire = new Set(["date", "connection", "keep-alive", "content-length", "transfer-encoding"]);
const sorted = (headers: Iterable<[string, string]>) =>
  [...headers].filter(([name]) => !ofTheWire.has(name)).toSorted((a, b) => a.join().localeCompare(b.join()));
const lineOf = ([name, value]: [string, string]) => `${name}: ${value}\r\n`;

async function bothWays(target: string, sent: Sent) {
  const before = straightly;
  const wire = await overWire(`GET ${target} HTTP/1.1\r\n${Object.entries(sent).map(lineOf).join("")}`);
  const took = straightly - before;
  const response = await app.request(target, { headers: { host: "guidevane.example", ...sent } });
  const direct = { status: response.status, headers: sorted(response.headers), body: await response.text() };
  return { took, wire, direct };
}

const page = "/rest/v1/contacts?select=name,accounts(name)&order=name&limit=3";

describe("the straight way answers as the app does", () => {
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
    const { took, wire, direct } = await bothWays(target, sent());
    expect(took).toBe(1);
    expect(wire.status).toBe(status);
    expect(wire).toEqual(direct);
    const headers = new Headers(wire.headers);
    expect(headers.get("cache-control")).toBe(target.includes("talkative") ? "private" : "no-store");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("vary")).toContain("Origin");
    const { Origin: origin } = sent();
    expect(headers.get("access-control-allow-origin")).toBe(origin?.includes("evil") ? null : (origin ?? null));
  });

  it("at the front door too, one after the other on one connection", async () => {
    const { socket, ask } = keptConnection();
    for (const [name, target, sent] of cases) {
      const before = atTheDoor;
      const { length: _, ...wire } = await ask(target, sent());
      const response = await app.request(target, { headers: { host: "guidevane.example", ...sent() } });
      const direct = { status: response.status, headers: sorted(response.headers), body: await response.text() };
      expect([name, atTheDoor - before, wire]).toEqual([name, 1, direct]);
    }
    socket.destroy();
  });

  it("calls of one shape, planned once, each with its own arguments", async () => {
    const names = async (query: string, sent: Sent) => {
      const response = await app.request(`/rest/v1/rpc/search_contacts?${query}`, {
        headers: { host: "guidevane.example", ...sent },
      });
      const rows = (await response.json()) as { name: string }[];
      return [response.headers.get("content-range"), ...rows.map(({ name }) => name.replace("Somebody at ", ""))];
    };
    const ways: Sent[] = [signedIn(), signedIn({ Prefer: "count=exact" }), { apikey: auth.keys.secretKey }];
    for (const sent of ways) {
      const total = sent["Prefer"] ? "1" : "*";
      for (const n of [1, 2, 1, 3]) {
        const filtered = `select=name&term=company%20${n}&name=like.*${n}&most=9&order=name`;
        expect(await names(filtered, sent)).toEqual([`0-0/${total}`, `Company ${n}`]);
        const turned = `most=9&name=like.*${n}&order=name&term=company%20${n}&select=name`;
        expect(await names(turned, sent)).toEqual([`0-0/${total}`, `Company ${n}`]);
        const most = (await names(`select=name&term=company&sort=name&most=${n}&order=name`, sent)).slice(1);
        expect(most).toEqual(["Company 1", "Company 2", "Company 3"].slice(0, n));
      }
    }
  });

  it("and a client cannot see which of the two answered", async () => {
    const headers = Object.entries(signedIn()).map(lineOf).join("");
    const whole = `GET ${page} HTTP/1.1\r\nHost: guidevane.example\r\n${headers}\r\n`;
    const before = atTheDoor;
    const [door, node] = await Promise.all([rawHttp(port, whole), rawHttp(port, whole.slice(0, 9), whole.slice(9))]);
    expect(atTheDoor - before).toBe(1);
    const undated = (text: string) => text.replace(/^(Date: ).*$/im, "$1");
    expect(undated(door)).toBe(undated(node));
  });

  it("until the session ends, and says so at once", async () => {
    const { data } = await auth.browser().auth.signUp({ email: someone(), password: "right password" });
    const mine = () => signedIn({ Authorization: `Bearer ${data.session!.access_token}` });
    expect((await bothWays(page, mine())).wire.status).toBe(200);
    await sql`delete from auth.sessions where user_id = ${data.user!.id}`;
    for (const target of [page, "/rest/v1/accounts?id=eq.1", "/rest/v1/acounts", "/rest/v1/accounts?select=a("]) {
      const { took, wire, direct } = await bothWays(target, mine());
      expect([took, wire.status, wire]).toEqual([1, 401, direct]);
      expect(wire.body).toContain("This session has ended");
    }
    const json = { "content-type": "application/json", host: "guidevane.example" };
    const others: [string, RequestInit][] = [
      ["/rest/v1/rpc/search_contacts?term=some", {}],
      ["/rest/v1/rpc/search_contacts", { method: "POST", body: '{"term":"some"}' }],
      ["/rest/v1/rpc/search_contacts", { method: "POST", body: '{"wrong":"some"}' }],
      ["/rest/v1/accounts", { method: "POST", body: '{"name":"x","type":"Prospect"}' }],
      ["/rest/v1/accounts?name=eq.x", { method: "DELETE" }],
      ["/rest/v1/accounts", { method: "HEAD" }],
      ["/rest/v1/", {}],
    ];
    for (const [target, init] of others) {
      const { status } = await app.request(target, { ...init, headers: { ...json, ...mine() } });
      expect([target, init.method, status]).toEqual([target, init.method, 401]);
    }
  });

  it("a ban or a time limit ends it as well", async () => {
    const { data } = await auth.browser().auth.signUp({ email: someone(), password: "right password" });
    const ask = async () =>
      (await bothWays(page, signedIn({ Authorization: `Bearer ${data.session!.access_token}` }))).wire.status;
    const { id } = data.user!;
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

  it("nobody can look at sessions or call anything else of the server's own schema", async () => {
    const usable = await sql`
      select 'table ' || relname as name from pg_class where relnamespace = 'server'::regnamespace
        and relkind in ('r', 'v') and (has_table_privilege('authenticated', oid, 'select, insert, update, delete')
          or has_table_privilege('anon', oid, 'select, insert, update, delete'))
      union all select proname from pg_proc where pronamespace = 'server'::regnamespace
        and (has_function_privilege('authenticated', oid, 'execute') or has_function_privilege('anon', oid, 'execute'))`;
    expect(usable.map(({ name }) => name as string)).toEqual(["session_is_live"]);
  });
});

describe("reads at the front door", () => {
  const head = (target: string) =>
    `GET ${target} HTTP/1.1\r\nHost: guidevane.example\r\n${Object.entries(signedIn()).map(lineOf).join("")}`;
  /** Answers wait until the returned function is called. */
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    delay = promise;
    return resolve;
  };

  it("what comes behind one is answered after it, in order", async () => {
    const release = hold();
    setTimeout(release, 250);
    const before = atTheDoor;
    const text = await rawHttp(
      port,
      `${head("/rest/v1/accounts?select=type&limit=1")}\r\n`,
      `${head("/rest/v1/acounts")}\r\nGET / HTTP/1.1\r\nHost: guidevane.example\r\n\r\n`,
      "GET /education HTTP/1.1\r\nHost: guidevane.example\r\n\r\n",
    );
    expect(atTheDoor - before).toBe(1);
    expect(statusesOf(text)).toEqual([200, 404, 200, 200]);
    expect(text.indexOf('[{"type":"Customer"}]')).toBeLessThan(text.indexOf("<h1>Home"));
    expect(text.indexOf("<h1>Home")).toBeLessThan(text.indexOf("<h1>Education"));
  });

  it("two in one piece are Node's", async () => {
    const before = atTheDoor;
    const one = `${head("/rest/v1/accounts?select=type&limit=1")}\r\n`;
    expect(statusesOf(await rawHttp(port, one + one))).toEqual([200, 200]);
    expect(atTheDoor).toBe(before);
  });

  it("a client that leaves meanwhile harms nobody", async () => {
    const release = hold();
    const gone = keptConnection();
    const before = atTheDoor;
    gone.ask(page, signedIn()).catch(() => undefined);
    await expect.poll(() => atTheDoor).toBe(before + 1);
    gone.socket.resetAndDestroy();
    await new Promise((resolve) => setTimeout(resolve, 30));
    release();
    const { socket, ask } = keptConnection();
    expect((await ask(page, signedIn())).status).toBe(200);
    socket.destroy();
  });

  it("an answer under way arrives although the server closes, and ends its connection", async () => {
    const closing = createListener({ app, website: site.website, env: site.env, log, straight: counted });
    closing.listen(0, "127.0.0.1");
    await once(closing, "listening");
    const release = hold();
    const before = atTheDoor;
    const asked = rawHttp((closing.address() as net.AddressInfo).port, `${head(page)}\r\n`);
    await expect.poll(() => atTheDoor).toBe(before + 1);
    const closed = once(closing, "close");
    closing.close();
    closing.closeIdleConnections();
    setTimeout(release, 100);
    const text = await asked;
    await closed;
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*Connection: close\r\n/);
    expect(text).toContain('"Somebody at Company 1"');
  });

  it("a slow answer is waited for longer than an idle connection, but not for ever", async () => {
    const patience = { headers: 100, request: 1000, keepAlive: 100, silence: 400, look: 50 };
    const listening = createListener({ app, website: site.website, env: site.env, log, straight: counted, patience });
    listening.listen(0, "127.0.0.1");
    await once(listening, "listening");
    const { port: at } = listening.address() as net.AddressInfo;
    const release = hold();
    const asked = rawHttp(at, `${head(page)}\r\n`);
    setTimeout(release, 300);
    expect(statusesOf(await asked)).toEqual([200]);
    const never = hold();
    expect(await rawHttp(at, `${head(page)}\r\n`)).toBe("");
    never();
    listening.closeAllConnections();
    listening.close();
  });

  it("a header that could not be sent ends the connection, whichever way", async () => {
    const whole = `${head("/rest/v1/injecting")}\r\n`;
    expect(await rawHttp(port, whole)).toBe("");
    expect(await rawHttp(port, whole.slice(0, 9), whole.slice(9))).toBe("");
  });

  it.each([
    ["a compressed body", "Content-Encoding: gzip\r\n", 415],
    ["a header sent twice", "apikey: other\r\n", 401],
    ["two hosts", "Host: other.example\r\n", 400],
  ])("%s is not for it", async (_name, more, status) => {
    const before = atTheDoor;
    expect(statusesOf(await rawHttp(port, `${head(page)}${more}\r\n`))).toEqual([status]);
    expect(atTheDoor).toBe(before);
  });
});

describe("the app answers what is not plain", () => {
  const head = () => Object.entries(signedIn()).map(lineOf).join("");
  const table = "/rest/v1/accounts?select=name";
  const cases: [string, () => Promise<Heard>, number][] = [
    ["another method", () => overWire(`HEAD ${table} HTTP/1.1\r\n${head()}`), 200],
    ["a question before a request", () => overWire(`OPTIONS ${table} HTTP/1.1\r\n${head()}`), 204],
    ["a path to be decoded", () => overWire(`GET /rest/v1/%61ccounts HTTP/1.1\r\n${head()}`), 200],
    ["a path with dots", () => overWire(`GET /rest/v1/x/../accounts HTTP/1.1\r\n${head()}`), 200],
    ["a fragment", () => overWire(`GET ${table}#x HTTP/1.1\r\n${head()}`), 400],
    ["a body", () => overWire(`GET ${table} HTTP/1.1\r\n${head()}Content-Length: 0\r\n`), 200],
    ["a header sent twice", () => overWire(`GET ${table} HTTP/1.1\r\n${head()}apikey: other\r\n`), 401],
    ["another host", () => overWire(`GET ${table} HTTP/1.1\r\n${head()}`, "evil.example"), 421],
    ["no host name", () => overWire(`GET ${table} HTTP/1.1\r\n${head()}`, "a b"), 400],
    ["the tools' host", () => overWire(`GET ${table} HTTP/1.1\r\n${head()}`, "tools.example"), 302],
    ["a long address", () => overWire(`GET ${table}&name=eq.${"a".repeat(5000)} HTTP/1.1\r\n${head()}`), 200],
    ["too long an address", () => overWire(`GET ${table}&name=eq.${"a".repeat(9000)} HTTP/1.1\r\n${head()}`), 414],
  ];
  it.each(cases)("%s", async (_name, ask, status) => {
    const before = straightly;
    expect((await ask()).status).toBe(status);
    expect(straightly).toBe(before);
  });
});

it("each request is one line in the log, without its query", async () => {
  await new Promise((resolve) => setTimeout(resolve, 50)); // Lines of the tests before have left.
  lines.length = 0;
  await overWire(`GET ${page} HTTP/1.1\r\n${Object.entries(signedIn()).map(lineOf).join("")}`);
  await expect.poll(() => lines).toMatchObject([{ method: "GET", path: "/rest/v1/contacts", status: 200 }]);
  expect(JSON.stringify(lines)).not.toContain("select");
});
