// The CRM's calls, as the back office makes them.
import { describe, expect, test } from "vitest";
import { restForTests } from "./testing/rest-for-tests.ts";

const { user, as, rest } = await restForTests();
const admin = await user({ admin: true });
const visitor = await user();

describe("an administrator", () => {
  test("reads, adds, edits and deletes accounts", async () => {
    const added = await admin.client
      .from("accounts")
      .insert({
        name: "Acme",
        domain: "acme.test",
        type: "Customer",
        industry: "",
        website: "https://acme.test",
        notes: null,
      })
      .select()
      .single();
    expect(added.error).toBeNull();
    expect(added.status).toBe(201);
    expect(added.data).toMatchObject({ name: "Acme", industry: null });

    const list = await admin.client.from("accounts").select("*").order("created_at", { ascending: false });
    expect(list.error).toBeNull();
    expect(list.data).toHaveLength(1);

    const edited = await admin.client
      .from("accounts")
      .update({ name: "Acme Ltd" })
      .eq("id", added.data.id)
      .select()
      .single();
    expect(edited.error).toBeNull();
    expect(edited.data.name).toBe("Acme Ltd");

    const gone = await admin.client.from("accounts").delete().eq("id", added.data.id);
    expect(gone).toMatchObject({ error: null, status: 204 });
    const after = await admin.client.from("accounts").select("id", { count: "exact", head: true });
    expect(after).toMatchObject({ error: null, count: 0 });
  });

  test("reads contacts with the name of their account", async () => {
    const { data: account } = await admin.client.from("accounts").insert({ name: "Globex" }).select("id").single();
    const people = ["Ada", "Grace", "Edsger"].map((name) => ({
      account_id: account?.id,
      name,
      email: `${name}@globex.test`,
    }));
    const added = await admin.client.from("contacts").insert(people);
    expect(added).toMatchObject({ error: null, status: 201, data: null });

    const page = await admin.client
      .from("contacts")
      .select("id, name, accounts(name)", { count: "exact" })
      .order("name")
      .range(0, 1);
    expect(page.error).toBeNull();
    expect(page.count).toBe(3);
    expect(page.status).toBe(206);
    expect(page.data?.map(({ name, accounts }) => ({ name, accounts }))).toEqual([
      { name: "Ada", accounts: { name: "Globex" } },
      { name: "Edsger", accounts: { name: "Globex" } },
    ]);

    const found = await admin.client.rpc("search_contacts", { term: "grac" }).select("name, accounts(name)");
    expect(found.error).toBeNull();
    expect(found.data).toEqual([{ name: "Grace", accounts: { name: "Globex" } }]);
    const counted = await admin.client
      .rpc("search_contacts", { term: "globex" }, { count: "exact" })
      .select("name, accounts(name)")
      .order("name", { ascending: false })
      .limit(1);
    expect(counted).toMatchObject({ error: null, count: 3, data: [{ name: "Grace", accounts: { name: "Globex" } }] });
  });

  test("is found in user_roles", async () => {
    const role = await admin.client
      .from("user_roles")
      .select("role")
      .eq("user_id", admin.id)
      .eq("role", "admin")
      .maybeSingle();
    expect(role).toMatchObject({ error: null, data: { role: "admin" } });
    const none = await visitor.client.from("user_roles").select("role").eq("user_id", visitor.id).maybeSingle();
    expect(none).toMatchObject({ error: null, data: null });
  });

  test("reads what is wrong with a save", async () => {
    const { error, status } = await admin.client.from("accounts").insert({ name: "" });
    expect(status).toBe(400);
    expect(error).toMatchObject({ code: "23514" });
    expect(error?.message).toContain("name has 1 to 200 characters");
    const unknown = await admin.client.from("contacts").insert({ name: "X", account_id: crypto.randomUUID() });
    expect(unknown).toMatchObject({ status: 409, error: { code: "23503" } });
  });
});

test("one row where none is", async () => {
  const { error, status } = await admin.client.from("accounts").select().eq("name", "nobody").single();
  expect(status).toBe(406);
  expect(error).toMatchObject({
    code: "PGRST116",
    details: "The result contains 0 rows",
    message: "Cannot coerce the result to a single JSON object",
  });
});

test("others see nothing", async () => {
  const seen = await visitor.client.from("contacts").select();
  expect(seen).toMatchObject({ error: null, data: [] });
  const added = await visitor.client.from("accounts").insert({ name: "Mine" });
  expect(added).toMatchObject({ status: 403, error: { code: "42501" } });
  const anonymous = await as().from("accounts").select();
  expect(anonymous).toMatchObject({ status: 401, error: { code: "42501" } });
});

test("a request without a key is refused", async () => {
  const response = await rest.routes.request("/rest/v1/accounts");
  expect(response.status).toBe(401);
  expect(response.headers.get("www-authenticate")).toContain("Bearer");
  expect(await response.json()).toEqual({
    code: "PGRST301",
    details: null,
    hint: null,
    message: "No API key found in request",
  });
});
