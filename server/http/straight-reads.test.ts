// The straight way and the app answer alike, to the last header; and what is not plain goes to the app.
import { describe, expect, it } from "vitest";
import { rawHttp } from "../testing/raw-http.ts";
import {
  app,
  auth,
  bothWays,
  keptConnection,
  key,
  lineOf,
  lines,
  overWire,
  page,
  port,
  seen,
  signedIn,
  sorted,
  sql,
  stranger,
  type Heard,
  type Sent,
} from "../testing/straight-server.ts";
import { someone } from "../testing/test-auth.ts";

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
      const before = seen.atTheDoor;
      const { length: _, ...wire } = await ask(target, sent());
      const response = await app.request(target, { headers: { host: "guidevane.example", ...sent() } });
      const direct = { status: response.status, headers: sorted(response.headers), body: await response.text() };
      expect([name, seen.atTheDoor - before, wire]).toEqual([name, 1, direct]);
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
    const before = seen.atTheDoor;
    const [door, node] = await Promise.all([rawHttp(port, whole), rawHttp(port, whole.slice(0, 9), whole.slice(9))]);
    expect(seen.atTheDoor - before).toBe(1);
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
    const before = seen.straightly;
    expect((await ask()).status).toBe(status);
    expect(seen.straightly).toBe(before);
  });
});

it("each request is one line in the log, without its query", async () => {
  await new Promise((resolve) => setTimeout(resolve, 50)); // Lines of the tests before have left.
  lines.length = 0;
  await overWire(`GET ${page} HTTP/1.1\r\n${Object.entries(signedIn()).map(lineOf).join("")}`);
  await expect.poll(() => lines).toMatchObject([{ method: "GET", path: "/rest/v1/contacts", status: 200 }]);
  expect(JSON.stringify(lines)).not.toContain("select");
});
