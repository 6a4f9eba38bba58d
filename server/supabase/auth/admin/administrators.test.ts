import { expect, it } from "vitest";
import { someone, testAuth } from "#server/testing/test-auth.ts";
import { testDatabase } from "#server/testing/test-database.ts";
import { ensureAdministrator } from "./administrators.ts";

const { sql } = await testDatabase();
const site = await testAuth(sql);
const signIn = (email: string, password: string) => site.browser().auth.signInWithPassword({ email, password });
const isAdmin = async (email: string) => {
  const [row] = await sql`
    select from public.user_roles r join auth.users u on u.id = r.user_id where u.email = ${email} and r.role = 'admin'`;
  return row !== undefined;
};

it("creates a confirmed administrator once, however often it is asked", async () => {
  const email = someone();
  const asked = await Promise.all([1, 2, 3].map(() => ensureAdministrator(sql, email.toUpperCase(), "first password")));
  expect(asked.filter(({ created }) => created)).toHaveLength(1);
  expect((await signIn(email, "first password")).error).toBeNull();
  expect(await isAdmin(email)).toBe(true);
});

it("does not undo a password that was changed since, unless asked to", async () => {
  const email = someone();
  await ensureAdministrator(sql, email, "first password");
  await ensureAdministrator(sql, email, "second password");
  expect((await signIn(email, "first password")).error).toBeNull();
  await ensureAdministrator(sql, email, "third password", { replacePassword: true });
  expect((await signIn(email, "first password")).error).toMatchObject({ code: "invalid_credentials" });
  expect((await signIn(email, "third password")).error).toBeNull();
});

it("does not let someone rise who signed up with the address before", async () => {
  const email = someone();
  await site.browser().auth.signUp({ email, password: "stranger's password" });
  await ensureAdministrator(sql, email, "owner's password");
  expect((await signIn(email, "stranger's password")).error).toMatchObject({ code: "invalid_credentials" });
  expect((await signIn(email, "owner's password")).error).toBeNull();
  expect(await isAdmin(email)).toBe(true);
});

it("keeps the password of a confirmed account when none is given, and needs one otherwise", async () => {
  const email = someone();
  const { error } = await site
    .administrator()
    .auth.admin.createUser({ email, password: "own password", email_confirm: true });
  expect(error).toBeNull();
  await ensureAdministrator(sql, email, null);
  expect((await signIn(email, "own password")).error).toBeNull();
  await expect(ensureAdministrator(sql, someone(), null)).rejects.toThrow("a password is needed");
});
