// What someone who has signed up, and has no role, may cost the data API.
import { describe, expect, test } from "vitest";
import { createLibrary } from "./testing/library.ts";
import { restForTests } from "./testing/rest-for-tests.ts";

const { as, user, fetch } = await restForTests({}, async (prepared) => {
  await createLibrary(prepared);
  await prepared.sql.unsafe(`
    create function public.sleep_long() returns void language sql set statement_timeout = '60s' as 'select pg_sleep(50)';
    create function public.setting(name text) returns text language sql stable as 'select current_setting(name)';
    create function public.own_rows() returns table (word text) language sql stable as $$ values ('ada') $$;
    create function public.all_accounts() returns setof public.accounts language sql stable as 'select * from public.accounts';
  `);
});
const admin = await user({ admin: true });
const visitor = await user();
const { data: account } = await admin.client.from("accounts").insert({ name: "Acme" }).select("id").single();
await admin.client.from("contacts").insert({ account_id: account?.id, name: "Ada" });

const pattern = "((((((((((a*)+)+)+)+)+)+)+)+)+)+$";

describe("a regular expression", () => {
  const written = encodeURIComponent(pattern);
  test.each([
    ["a filter", `/accounts?name=match.${written}`],
    ["without case", `/accounts?name=imatch.${written}`],
    ["negated", `/accounts?name=not.match.${written}`],
    ["any of a list", `/accounts?name=match(any).{${written}}`],
    ["all of a list", `/accounts?name=imatch(all).{${written}}`],
    ["in a tree", `/accounts?or=(id.is.null,and(name.match.%22${written}%22,id.is.null))`],
    ["in a negated tree", `/accounts?not.and=(name.not.imatch.%22${written}%22,id.is.null)`],
    ["of an embedded table", `/contacts?select=id,accounts(id)&accounts.name=match.${written}`],
    ["in the tree of an embedded table", `/accounts?select=id,contacts(id)&contacts.or=(name.match.%22${written}%22)`],
    ["of a table of another area", `/deals?name=match.${written}`],
    ["of a table that shows everyone their own rows", `/user_roles?role=match.${written}`],
    ["of a table that everyone reads", `/modules?key=match.${written}`],
    ["of a function's rows", `/rpc/own_rows?word=match.${written}`],
    ["of the records that a function finds", `/rpc/search_accounts?term=a&name=match.${written}`],
    ["of a table that a function answers", `/rpc/all_accounts?name=imatch.${written}`],
  ])("is refused to those who may not read the table: %s", async (_where, path) => {
    const response = await fetch(path, { headers: visitor.headers });
    expect([response.status, await response.json()]).toMatchObject([403, { code: "42501" }]);
    const allowed = await fetch(path.replaceAll(written, "^A"), { headers: admin.headers });
    expect([allowed.status, await allowed.text()]).toEqual([200, expect.any(String)]);
  });

  test.each(["PATCH", "DELETE"])("is refused in a %s too", async (method) => {
    const init = { method, body: '{"name":"x"}', headers: { ...visitor.headers, "content-type": "application/json" } };
    const response = await fetch(`/accounts?name=match.${written}`, init);
    expect([response.status, await response.json()]).toMatchObject([403, { code: "42501" }]);
    const embedded = await fetch(`/contacts?id=is.null&select=id,accounts(id)&accounts.name=match.${written}`, {
      ...init,
      headers: { ...init.headers, prefer: "return=representation" },
    });
    expect(embedded.status).toBe(403);
  });

  test("is allowed to everyone where nothing is hidden", async () => {
    expect((await as().from("authors").select("name").filter("name", "match", "^a")).data).toEqual([{ name: "ada" }]);
  });
});

describe("someone without a role", () => {
  test("has a short time limit, whatever a function brings", async () => {
    expect(await visitor.client.rpc("setting", { name: "statement_timeout" })).toMatchObject({ data: "1s" });
    expect(await as().rpc("setting", { name: "statement_timeout" })).toMatchObject({ data: "1s" });
    expect(await admin.client.rpc("setting", { name: "statement_timeout" })).toMatchObject({ data: "1min" });
    expect(await visitor.client.rpc("sleep_long")).toMatchObject({ status: 500, error: { code: "57014" } });
  });

  test("sends at most 100 kB", async () => {
    const term = "a".repeat(110_000);
    expect(await visitor.client.rpc("search_accounts", { term })).toMatchObject({ status: 413 });
    expect(await admin.client.rpc("search_accounts", { term })).toMatchObject({ status: 200 });
  });
});

test("no request writes more than 512 MB of temporary files", async () => {
  for (const { client } of [visitor, admin])
    expect(await client.rpc("setting", { name: "temp_file_limit" })).toMatchObject({ data: "512MB" });
});
