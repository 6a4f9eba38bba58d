// What someone with a key, or an account, or only a URL might try.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createLibrary } from "./testing/library.ts";
import { restForTests } from "./testing/rest-for-tests.ts";

// The same values in every run, so that a failure is of the change at hand; FC_SEED tries others.
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 20_261_115) });

const { as, user, fetch, database } = await restForTests({ REST_SCHEMAS: ["public"] }, createLibrary);
const admin = await user({ admin: true });
const visitor = await user();
const { data: account } = await admin.client.from("accounts").insert({ name: "Acme" }).select("id").single();
await admin.client.from("contacts").insert({ account_id: account?.id, name: "Ada", email: "ada@acme.test" });

const roles = async () => Number((await database.sql`select count(*) from public.user_roles`)[0]?.["count"]);

describe("someone who is not an administrator", () => {
  test("does not become one", async () => {
    const before = await roles();
    const row = { user_id: visitor.id, role: "admin" };
    for (const client of [visitor.client, as()]) {
      const tries = await Promise.all([
        client.from("user_roles").insert(row),
        client.from("user_roles").insert([row]).select(),
        client.from("user_roles").upsert(row),
        client.from("user_roles").upsert(row, { ignoreDuplicates: true }),
        client.from("user_roles").update(row).eq("user_id", admin.id),
        client.from("user_roles").update({ user_id: visitor.id }).neq("role", "x"),
        client.from("user_roles").delete().eq("user_id", admin.id),
      ]);
      for (const { error, status } of tries) {
        expect(error).toMatchObject({ code: "42501" });
        expect(status).toBe(client === visitor.client ? 403 : 401);
      }
      const put = await fetch(`/user_roles?user_id=eq.${visitor.id}&role=eq.admin`, {
        method: "PUT",
        body: JSON.stringify(row),
        headers: { "content-type": "application/json", ...visitor.headers },
      });
      expect(put.status).toBe(403);
    }
    expect(await roles()).toBe(before);
    const own = await visitor.client.from("user_roles").select();
    expect(own.data).toEqual([]);
  });

  test("does not become one by calling functions", async () => {
    for (const [name, args] of [
      ["set_config", { setting_name: "role", new_value: "postgres", is_local: false }],
      ["pg_read_file", { filename: "/etc/passwd" }],
      ["pg_sleep", { "": 1 }],
      ["is_admin", { "": 1 }],
      ["auth.uid", {}],
      ["tidy_account", {}],
    ] as const) {
      const { error } = await visitor.client.rpc(name, args);
      expect(error).toMatchObject({ code: "PGRST202" });
    }
    expect(await visitor.client.rpc("is_admin")).toMatchObject({ data: false });
    expect(await admin.client.rpc("is_admin")).toMatchObject({ data: true });
  });

  test("does not become one by claims in the body, the query or other headers", async () => {
    for (const headers of [
      { "x-role": "service_role" },
      { role: "postgres" },
      { "accept-profile": "auth" },
      { "content-profile": "auth" },
      { "request.jwt.claims": '{"role":"service_role"}' },
      { prefer: "role=service_role, tx=commit, timezone='; set role postgres; --" },
    ]) {
      const response = await fetch("/accounts?select=id&role=eq.service_role", {
        headers: { ...visitor.headers, ...headers },
      });
      const body: unknown = await response.json();
      expect(JSON.stringify(body)).not.toContain(account?.id ?? "nothing");
    }
  });

  test("sees and changes nothing of the CRM", async () => {
    for (const table of ["accounts", "contacts"]) {
      expect(await visitor.client.from(table).select("*", { count: "exact" })).toMatchObject({ data: [], count: 0 });
      expect(await visitor.client.from(table).update({ name: "x" }).neq("name", "").select()).toMatchObject({
        data: [],
      });
      expect(await visitor.client.from(table).delete().neq("name", "").select()).toMatchObject({ data: [] });
      for (const attempt of [
        as().from(table).select(),
        as().from(table).insert({ name: "x" }),
        as().from(table).update({ name: "x" }).neq("name", ""),
        as().from(table).delete().neq("name", ""),
      ])
        expect(await attempt).toMatchObject({ status: 401, error: { code: "42501" } });
    }
    expect(await visitor.client.rpc("search_contacts", { term: "a" })).toMatchObject({ data: [] });
    expect(await visitor.client.rpc("search_accounts", { term: "" }, { count: "exact" })).toMatchObject({
      data: [],
      count: 0,
    });
    expect(await as().rpc("search_contacts", { term: "a" })).toMatchObject({ status: 401, error: { code: "42501" } });
    expect(await visitor.client.from("user_roles").select("role, user_id").eq("user_id", admin.id)).toMatchObject({
      data: [],
    });
    expect(await admin.client.from("contacts").select("name, accounts(name)")).toMatchObject({
      data: [{ name: "Ada", accounts: { name: "Acme" } }],
    });
  });

  test("learns nothing from plans, counts or errors", async () => {
    // PostgreSQL's estimates come from statistics about all rows, so there must be some.
    await database.sql`insert into public.accounts (name) select 'Acme' from generate_series(1, 300)`;
    await database.sql`analyze public.accounts`;
    for (const count of ["exact", "planned", "estimated"] as const) {
      const counted = (client: typeof visitor.client) =>
        client.from("accounts").select("*", { count, head: true }).eq("name", "Acme");
      expect(await counted(visitor.client)).toMatchObject({ error: null, count: 0 });
      expect(await counted(admin.client)).toMatchObject({ error: null, count: 301 });
    }
    await database.sql`delete from public.accounts where id <> ${account?.id ?? null}`;
    const plan = await fetch("/accounts", {
      headers: { ...visitor.headers, accept: "application/vnd.pgrst.plan+json;options=analyze" },
    });
    expect(plan.status).toBe(406);
    const divided = await visitor.client.from("accounts").select("id").filter("name", "match", "(Acme");
    expect(JSON.stringify(divided)).not.toContain(account?.id ?? "nothing");
  });

  test.each([
    ["(a*)*\\1", "back-references"],
    ["\\\\\\2", "back-references"],
    ["x".repeat(201), "200 characters"],
    ["((a{1,100}){1,100}){1,100}", "1000 repetitions"],
  ])("is refused the pattern %s", async (pattern, reason) => {
    for (const { client } of [visitor, admin])
      for (const operator of ["match", "imatch"]) {
        const { error, status } = await client.from("user_roles").select("role").filter("role", operator, pattern);
        expect([status, error?.code]).toEqual([400, "2201B"]);
        expect(`${error?.message} ${error?.details}`).toContain(reason);
      }
  });

  test.each([
    ["(Acme", "parentheses"],
    ["[z-a]", "range"],
  ])("is not even told what is wrong with the pattern %s", async (pattern, reason) => {
    const match = (client: typeof visitor.client) =>
      client.from("user_roles").select("role").filter("role", "match", pattern);
    expect(await match(visitor.client)).toMatchObject({ status: 403, error: { code: "42501" } });
    const { error, status } = await match(admin.client);
    expect([status, error?.code]).toEqual([400, "2201B"]);
    expect(`${error?.message} ${error?.details}`).toContain(reason);
  });

  test("may use patterns that cost little", async () => {
    for (const pattern of ["^a.{2,5}n$", "\\\\1|admin", "adm[[:alpha:]]+\\y"])
      expect(await admin.client.from("user_roles").select("role").filter("role", "match", pattern)).toMatchObject({
        data: [{ role: "admin" }],
      });
  });

  test("reaches no schema that is not exposed", async () => {
    for (const name of ["users", "auth.users", "pg_authid", "sessions", 'users" join auth.users u on true --'])
      expect(await visitor.client.from(name).select()).toMatchObject({ status: 404 });
    expect(await visitor.client.from("user_roles").select("users(email)")).toMatchObject({
      error: { code: "PGRST200" },
    });
    expect(await visitor.client.schema("auth").from("users").select()).toMatchObject({
      status: 406,
      error: { code: "PGRST106" },
    });
  });
});

test("the OpenAPI document tells a visitor nothing of what only others may use", async () => {
  const paths = async (headers: Record<string, string>) => {
    const response = await fetch("/", { headers });
    return Object.keys(((await response.json()) as { paths: Record<string, unknown> }).paths);
  };
  expect(await paths({})).not.toContain("/accounts");
  expect(await paths({})).not.toContain("/rpc/search_contacts");
  expect(await paths(admin.headers)).toContain("/accounts");
});

test("audit-4 S18: a member without a role gets an empty schema document, and still reads the row of their own in user_roles", async () => {
  const response = await fetch("/", { headers: visitor.headers });
  const document = await response.text();
  expect([response.status, Object.keys((JSON.parse(document) as { paths: object }).paths)]).toEqual([200, ["/"]]);
  expect(JSON.parse(document)).toMatchObject({ definitions: {} });
  expect(document.length).toBeLessThan(10_000);
  for (const name of ["accounts", "user_roles", "is_admin"]) expect(document).not.toContain(name);
  // Who becomes an administrator asks this, as the specification has it: no row for who is none.
  const roleOf = (who: typeof visitor) =>
    who.client.from("user_roles").select("role").eq("user_id", who.id).eq("role", "admin").maybeSingle();
  expect(await roleOf(visitor)).toMatchObject({ status: 200, error: null, data: null });
  expect(await roleOf(admin)).toMatchObject({ status: 200, error: null, data: { role: "admin" } });
  // And with a row that opens nothing, that one row and no other.
  const plain = await user();
  await database.sql`insert into public.roles (key, name) values ('opens_nothing', 'Opens nothing')`;
  await database.sql`insert into public.user_roles (user_id, role) values (${plain.id}, 'opens_nothing')`;
  expect((await plain.client.from("user_roles").select("user_id,role")).data).toEqual([
    { user_id: plain.id, role: "opens_nothing" },
  ]);
  await database.sql`delete from public.user_roles where role = 'opens_nothing'`;
  await database.sql`delete from public.roles where key = 'opens_nothing'`;
});

test("settings of one request do not reach the next on the same connection", async () => {
  await admin.client.from("accounts").select();
  const rows = await Promise.all(
    Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? admin : visitor).client.from("accounts").select("id")),
  );
  for (const [index, { data }] of rows.entries()) expect(data).toHaveLength(index % 2 === 0 ? 1 : 0);
  const [state] =
    await database.sql`select current_user as role, nullif(current_setting('request.jwt.claims', true), '') as claims`;
  expect(state).toEqual({ role: "postgres", claims: null });
});

describe("injection", () => {
  // A table that must stay as it is, whatever is sent.
  const untouched = async () => {
    const [row] = await database.sql`
      select (select count(*) from public.books)::int as books, (select count(*) from public.user_roles)::int as roles,
             to_regclass('public.books') is not null as exists`;
    expect(row).toEqual({ books: 3, roles: 1, exists: true });
  };
  const hostile = fc.oneof(
    fc.string({ unit: "binary", maxLength: 30 }),
    fc.constantFrom(
      "'; drop table books; --",
      '"; drop table books; --',
      "1) or true --",
      "$1",
      "\\'; select pg_sleep(9); --",
      "a\0b",
      "x' union select * from auth.users --",
      '")::text||(select name from accounts)||("',
      "{a,b}",
      "(1,2)",
      "../..",
      "%00",
      "\u2028",
      "ı'",
      "/*",
      "::text",
      "->>",
      "*",
    ),
  );
  const operators = [
    "eq",
    "neq",
    "gt",
    "gte",
    "lt",
    "lte",
    "like",
    "ilike",
    "match",
    "imatch",
    "is",
    "isdistinct",
    "in",
    "cs",
    "cd",
    "ov",
    "sl",
    "sr",
    "nxr",
    "nxl",
    "adj",
    "fts",
    "plfts",
    "phfts",
    "wfts",
    "eq(any)",
    "like(all)",
    "fts(english)",
    "not.eq",
    "not.in",
  ];
  const columns = ["id", "title", "author", "price", "tags", "added", "shout", "nope"];

  /** Any answer is right that is not a crash, not a syntax error, and leaves the data alone. */
  const harmless = async (path: string, init?: RequestInit) => {
    const response = await fetch(path, init ?? {});
    const text = await response.text();
    expect(response.status, `${path}: ${text}`).toBeLessThan(500);
    expect(text).not.toMatch(/"PGRSTX00"|syntax error at or near|unterminated quoted/);
  };

  test("through filters: every operator, any value", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...columns),
        fc.constantFrom(...operators),
        hostile,
        async (column, operator, value) => {
          const wrapped = operator.endsWith("in") ? `(${value})` : value;
          await harmless(`/books?${column}=${operator}.${encodeURIComponent(wrapped)}`);
          await harmless(`/books?or=(${encodeURIComponent(`${column}.${operator}.${wrapped}`)},id.eq.1)`);
        },
      ),
      { numRuns: 400 },
    );
    await untouched();
  }, 60_000);

  test("through every other parameter and header", async () => {
    const parameters = [
      "select",
      "order",
      "limit",
      "offset",
      "columns",
      "on_conflict",
      "or",
      "and",
      "not.or",
      "books.order",
      "x.y.z",
    ];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...parameters), hostile, hostile, async (name, value, other) => {
        const text = encodeURIComponent(value);
        await harmless(`/books?${name}=${text}`);
        await harmless(`/books?select=${text}:title,"${encodeURIComponent(other)}":id::${text}&order=${text}.desc`);
        await harmless(`/books?select=title->${text},publishers!${text}(name)&${text}=eq.1`);
        await harmless(`/${text.replaceAll(".", "%2E")}?select=*`.replace("//", "/%2F"));
        await harmless(`/rpc/add?a=${text}&b=1`);
        await harmless(`/rpc/mood_of?${text}=1&who=${text}`);
        const printable = value.replaceAll(/[^\x20-\x7e]/g, "") || "x";
        await harmless("/books", {
          headers: { prefer: printable, range: printable, accept: printable, "accept-profile": printable },
        });
        await harmless("/books", {
          headers: { prefer: `timezone=${printable}, max-affected=${printable}, handling=lenient` },
        });
      }),
      { numRuns: 150 },
    );
    await untouched();
  }, 120_000);

  test("through bodies", async () => {
    const json = fc.oneof(
      fc.jsonValue(),
      fc.dictionary(hostile, fc.jsonValue(), { maxKeys: 4 }),
      fc.array(fc.dictionary(fc.constantFrom(...columns), hostile)),
    );
    await fc.assert(
      fc.asyncProperty(json, hostile, async (body, text) => {
        const headers = { "content-type": "application/json", prefer: "return=representation, tx=rollback" };
        const send = (method: string, path: string, content: string) =>
          harmless(path, { method, body: content, headers });
        await send("PATCH", "/books?id=eq.0", JSON.stringify(body));
        await send("POST", "/rpc/add", JSON.stringify(body));
        await send("POST", "/rpc/keys_of", JSON.stringify(body));
        await send("POST", "/labels", JSON.stringify({ id: 1, name: text }));
        await send("POST", `/labels?on_conflict=${encodeURIComponent(text)}`, JSON.stringify([{ id: 1, name: text }]));
        await send("PUT", "/labels?id=eq.1", text);
      }),
      { numRuns: 150 },
    );
    await untouched();
  }, 120_000);

  test("a value is found as it was written, whatever it is", async () => {
    const anyText = fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }).filter((text) => !text.includes("\0"));
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const added = await as().from("labels").insert({ name: text }).select("id, name").single();
        expect(added.error).toBeNull();
        expect(added.data?.name).toBe(text);
        const found = await as().from("labels").select("id").eq("name", text).eq("id", added.data?.id);
        expect(found.data).toEqual([{ id: added.data?.id }]);
        // Quoted by us: the client's own in() does not escape quotes inside a value.
        const quoted = `"${text.replace(/[\\"]/g, "\\$&")}"`;
        const among = await as()
          .from("labels")
          .select("id")
          .filter("name", "in", `(${quoted},other)`)
          .eq("id", added.data?.id);
        expect(among.data).toEqual([{ id: added.data?.id }]);
      }),
      { numRuns: 100, examples: [['"( '], ["\\"], ['a"b,c)']] },
    );
  }, 60_000);
});

test("too much is refused, not swallowed", async () => {
  expect((await fetch(`/books?select=${"a,".repeat(40_000)}`)).status).toBe(400);
  expect((await fetch(`/books?or=${"(or".repeat(200)}`)).status).toBe(400);
  expect((await fetch(`/books?or=(${"and(".repeat(100)}id.eq.1${")".repeat(100)})`)).status).toBe(400);
  const deep = `${"publishers(books(".repeat(30)}id${"))".repeat(30)}`;
  expect((await fetch(`/books?select=${deep}`)).status).toBeLessThan(500);
  const large = await fetch("/labels", {
    method: "POST",
    body: "x".repeat(11 * 1024 * 1024),
    headers: { "content-type": "application/json" },
  });
  expect(large.status).toBe(413);
});
