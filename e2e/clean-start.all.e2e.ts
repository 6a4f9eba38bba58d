// Each file starts from its own empty database: what other files did is not there.
import { expect } from "vitest";
import { test } from "./fixtures.ts";
import { addAccounts, asOwner } from "./people.ts";

test("a file finds an empty CRM and only the administrator of the server's settings", async ({ server }) => {
  const { users } = await asOwner<{ users: { email: string }[] }>(server, "/auth/v1/admin/users");
  expect(users.map(({ email }) => email)).toEqual([server.admin.email]);
  expect(await asOwner(server, "/rest/v1/accounts")).toEqual([]);
});

test("within a file, what one test writes the next one finds", async ({ server }) => {
  await addAccounts(server, [{ name: "Norrfall" }]);
  expect(await asOwner(server, "/rest/v1/accounts?select=name")).toEqual([{ name: "Norrfall" }]);
});
