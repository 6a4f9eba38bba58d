import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { Hono } from "hono";
import pino from "pino";
import { expect, onTestFinished, test } from "vitest";
import { type AppEnv, createApp } from "../app.ts";
import { createAuth } from "../supabase/auth/auth.ts";
import { createKeys } from "../supabase/auth/tokens/keys.ts";
import { createRest } from "../supabase/rest/rest.ts";
import { createLog, loggable, readable } from "./log.ts";
import { smallSite } from "../testing/small-site.ts";
import { testDatabase } from "../testing/test-database.ts";

const { sql } = await testDatabase();
const person = "jane.doe@private.example";

/** What PostgreSQL and JavaScript really say, not what we think they say. */
const complaints: [string, () => unknown][] = [
  ["a broken constraint", () => sql`insert into public.accounts (name, type) values ('x', ${person})`],
  ["a value of the wrong kind", () => sql.unsafe(`select 1 from public.accounts where id = '${person}'`)],
  [
    "a key that exists",
    () => sql`insert into supabase_migrations.schema_migrations select * from supabase_migrations.schema_migrations`,
  ],
  ["a missing column", () => sql.unsafe(`select "${person}" from public.accounts`)],
  ["unreadable JSON", () => JSON.parse(`{"email": ${person}}`)],
  ["unreadable JSON with an open quote", () => JSON.parse(`{"email": "${person}`)],
  ["an address that is none", () => new URL(`//${person}`)],
  ["a header with a line break", () => new Headers({ a: `${person}\n${person}` })],
];

test.each(complaints)("%s is logged without what was typed", async (_name, provoke) => {
  const error = await (async () => provoke())().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Error);
  const line = JSON.stringify(loggable(error));
  expect(line).not.toContain("jane");
  expect(line).toContain("    at ");
  expect((loggable(error).message as string).length).toBeGreaterThan(3);
});

test("an error inside functions is logged with their names and the statement that called them, without its values", async () => {
  await sql.unsafe(`
    create schema if not exists private;
    create function private.test_inner(who text) returns int language plpgsql as $$ begin return who::int; end $$;
    create function public.test_outer(who text) returns int language plpgsql as $$ begin return private.test_inner(who) + 1; end $$`);
  onTestFinished(async () => void (await sql.unsafe("drop function public.test_outer, private.test_inner")));
  const error =
    await sql`select public.test_outer(${person}) as "answer", 'a literal', "ok" from (select 1 as ok) as one`.then(
      () => undefined,
      (reason: unknown) => reason,
    );
  expect(loggable(error)).toMatchObject({
    code: "22P02",
    functions: ["private.test_inner line 1 at RETURN", "test_outer line 1 at RETURN"],
    statement: `select public.test_outer($1) as "answer", '...', "ok" from (select 1 as ok) as one`,
  });
});

test("a function that names a missing column is logged with its name when it is called through the data API", async () => {
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line) => void lines.push(line) });
  const site = await smallSite({ DATABASE_URL: "postgres://unused" });
  await sql.unsafe(`
    create function public.test_broken(who text) returns int language plpgsql as $$ begin return (select nothing from public.accounts); end $$;
    grant execute on function public.test_broken to anon`);
  const identify = () => Promise.resolve({ role: "anon" as const, claims: {}, userId: null, sessionId: null });
  const rest = await createRest({ sql, env: site.env, log, identify });
  onTestFinished(async () => {
    await rest.close();
    await sql.unsafe("drop function public.test_broken");
  });
  const body = JSON.stringify({ who: person });
  const answer = await rest.routes.request("/rpc/test_broken", {
    method: "POST",
    body,
    headers: { "content-type": "application/json" },
  });
  expect(answer.status).toBe(400);
  const [line] = lines.map((each) => JSON.parse(each) as { err: Record<string, unknown> });
  expect(line?.err).toMatchObject({ code: "42703", functions: ["test_broken line 1 at RETURN"] });
  expect(line?.err["statement"]).toContain("test_broken");
  expect(lines.join("")).not.toContain("jane");
});

test("what is not an error is not logged at all", () => {
  expect(loggable(person)).toEqual({ message: "string" });
});

test("requests that fail unforeseen are logged that way, whichever part they fail in", async () => {
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line) => void lines.push(line) });
  const site = await smallSite({ DATABASE_URL: "postgres://unused" });
  const failing = (): never => {
    throw new Error(`cannot take "${person}"`);
  };
  const keys = await createKeys(site.env, sql, log);
  const limits = {
    take: failing,
    count: failing,
    counted: failing,
    giveBack: failing,
    slowDown: failing,
    speedUp: failing,
    sweep: failing,
  };
  const mail = { provider: "outbox", send: failing, close: async () => {} } as const;
  const auth = createAuth({ sql, env: site.env, log, mail, keys, limits, sealing: null, siteName: "Guidevane" });
  const rest = await createRest({ sql, env: site.env, log, identify: failing });
  onTestFinished(async () => {
    await Promise.all([auth.close(), rest.close()]);
    site.remove();
  });
  const always = { answers: async () => true, isOperator: () => false, takesWrites: () => true };
  const backend = { ...always, auth: auth.routes as unknown as Hono<AppEnv>, rest: rest.routes };
  const api = new Hono<AppEnv>().all("*", failing);
  const app = createApp({ env: site.env, log, website: site.website, backend, api });
  lines.length = 0;
  const body = JSON.stringify({ email: person, password: "a password" });
  const headers = { apikey: keys.publishableKey, "content-type": "application/json" };
  for (const [path, init] of [
    ["/auth/v1/token?grant_type=password", { method: "POST", body, headers }],
    ["/rest/v1/accounts", {}],
    ["/api/integrations", {}],
  ] as const) {
    const answer = await app.request(path, init);
    expect([path, answer.status]).toEqual([path, 500]);
    expect(await answer.text()).not.toContain("jane");
  }
  expect(lines.map((line) => (JSON.parse(line) as { err: { message: string } }).err.message)).toEqual(
    Array.from({ length: 3 }, () => 'cannot take "..."'),
  );
  expect(lines.join("")).not.toContain("jane");
});

test("lines are one JSON object each, in order, from the level on that is asked for", () => {
  const lines: string[] = [];
  const log = createLog({ LOG_LEVEL: "info" }, { write: (line) => void lines.push(line) });
  log.info({ method: "GET", path: '/a"b', status: 200 });
  log.debug("not this one");
  log.warn("third");
  const [one, two] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(one).toEqual({ level: 30, time: expect.any(String) as string, method: "GET", path: '/a"b', status: 200 });
  expect(new Date(one?.["time"] as string).toISOString()).toBe(one?.["time"]);
  expect(two).toMatchObject({ level: 40, msg: "third" });
  expect(lines).toHaveLength(2);
});

test("audit-4 start: in a terminal lines are readable, from warnings on", () => {
  let text = "";
  const log = createLog(
    { LOG_FORMAT: "text" },
    readable((more) => (text += more)),
  );
  log.info("not this one");
  log.warn({ pool: "data", ms: 812 }, "a slow statement");
  log.error({ err: loggable(new Error("It is gone")) }, "closing failed");
  expect(text).toMatch(/^\d\d:\d\d:\d\d warn {3}a slow statement \(pool: data, ms: 812\)$/m);
  expect(text).toMatch(/^\d\d:\d\d:\d\d error {2}closing failed: It is gone \(name: Error\)\n {4}at /m);
  expect(text).not.toContain("not this one");
});

test("a process that ends loses no line", async () => {
  const script = `
    const { createLog } = await import(${JSON.stringify(new URL("log.ts", import.meta.url).href)});
    const log = createLog({ LOG_LEVEL: "info" });
    for (let n = 0; n < 1000; n++) log.info({ n });
    process.exit(0);`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
  expect(stdout.trim().split("\n")).toHaveLength(1000);
});
