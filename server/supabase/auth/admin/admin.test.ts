// The admin API, as the holder of the secret key uses it.
import { describe, expect, it } from "vitest";
import { someone, testAuth } from "#server/testing/test-auth.ts";
import { testDatabase } from "#server/testing/test-database.ts";

const { sql } = await testDatabase();
const site = await testAuth(sql);
const { admin } = site.administrator().auth;
const password = "right password";
const nobody = "83fd9e20-7a80-46e4-bf29-a86e3d6bbf66";

describe("users", () => {
  it("are created with exactly the metadata given, and can sign in once confirmed", async () => {
    const email = someone();
    const { data, error } = await admin.createUser({
      email,
      password,
      user_metadata: { name: "Ada" },
      app_metadata: { team: "sales" },
    });
    expect(error).toBeNull();
    expect(data.user?.user_metadata).toEqual({ name: "Ada" });
    expect(data.user?.app_metadata).toEqual({ team: "sales", provider: "email", providers: ["email"] });
    const browser = site.browser();
    expect((await browser.auth.signInWithPassword({ email, password })).error).toMatchObject({
      code: "email_not_confirmed",
    });
    const { data: updated } = await admin.updateUserById(data.user!.id, { email_confirm: true });
    expect(updated.user?.email_confirmed_at).toBeTruthy();
    expect((await browser.auth.signInWithPassword({ email, password })).error).toBeNull();
  });

  it("are taken over from Supabase with id and password hash", async () => {
    const email = someone();
    const id = crypto.randomUUID();
    // The bcrypt hash of "moved password", as Supabase stores it.
    const password_hash = await (await import("@node-rs/bcrypt")).hash("moved password", 4);
    const { data, error } = await admin.createUser({ id, email, password_hash, email_confirm: true });
    expect(error).toBeNull();
    expect(data.user?.id).toBe(id);
    expect((await site.browser().auth.signInWithPassword({ email, password: "moved password" })).error).toBeNull();
  });

  it("are not created twice, nor without an address", async () => {
    const email = someone();
    await admin.createUser({ email });
    expect((await admin.createUser({ email: email.toUpperCase() })).error).toMatchObject({
      code: "email_exists",
      status: 422,
    });
    expect((await admin.createUser({ email: "xx:;x@x.x" })).error?.message).toBe(
      "Unable to validate email address: invalid format",
    );
  });

  it("are not created twice at the same moment either, nor given one address", async () => {
    const email = someone();
    const made = await Promise.all([1, 2, 3].map(() => admin.createUser({ email })));
    expect(made.map(({ error }) => error?.code ?? "created").sort()).toEqual([
      "created",
      "email_exists",
      "email_exists",
    ]);
    const two = await Promise.all([1, 2].map(() => admin.createUser({ email: someone() })));
    const wanted = someone();
    const moved = await Promise.all(two.map(({ data }) => admin.updateUserById(data.user!.id, { email: wanted })));
    expect(moved.map(({ error }) => error?.code ?? "moved").sort()).toEqual(["email_exists", "moved"]);
  });

  it("are banned for as long as a duration can be", async () => {
    const { data } = await admin.createUser({ email: someone() });
    const ban = (ban_duration: string) => admin.updateUserById(data.user!.id, { ban_duration });
    const { error, data: banned } = await ban("2562047h47m");
    expect(error).toBeNull();
    const until = new Date((banned.user as { banned_until?: string }).banned_until!);
    expect((until.getTime() - site.clock.now().getTime()) / 3_600_000).toBeCloseTo(2562047 + 47 / 60, 1);
    for (const wrong of ["2562048h", "99999999999999h", "1d", "h"])
      expect((await ban(wrong)).error).toMatchObject({ status: 400, code: "validation_failed" });
  });

  it("are listed in pages of at most a thousand, and none is skipped", async () => {
    await sql`
      insert into auth.users (id, aud, role, email, created_at, updated_at)
      select gen_random_uuid(), 'authenticated', 'authenticated', 'many' || i || '@example.com', now(), now()
      from generate_series(1, 1200) as i`;
    const pages = await Promise.all([1, 2].map((page) => admin.listUsers({ page, perPage: 2000 })));
    const ids = new Set(pages.flatMap(({ data }) => data.users.map(({ id }) => id)));
    expect(pages[0]?.data).toMatchObject({ nextPage: 2, lastPage: 2, total: ids.size });
    expect(ids.size).toBeGreaterThan(1200);
    await sql`delete from auth.users where email like 'many%@example.com'`;
  });

  it("are listed in pages, newest first", async () => {
    for (let count = 0; count < 3; count += 1) await admin.createUser({ email: someone() });
    const { data, error } = await admin.listUsers({ page: 1, perPage: 2 });
    expect(error).toBeNull();
    expect(data.users).toHaveLength(2);
    expect(data).toMatchObject({ nextPage: 2, aud: "authenticated" });
    expect((data as { total: number }).total).toBeGreaterThanOrEqual(3);
    const next = await admin.listUsers({ page: 2, perPage: 2 });
    expect(next.data.users[0]?.id).not.toBe(data.users[0]?.id);
    expect((await admin.listUsers({ page: -1, perPage: 10 })).error).toMatchObject({ status: 400 });
  });

  it("are changed: address, metadata, password, role", async () => {
    const email = someone();
    const { data } = await admin.createUser({ email, password, email_confirm: true, user_metadata: { a: 1, b: 2 } });
    const browser = site.browser();
    await browser.auth.signInWithPassword({ email, password });
    const newEmail = someone();
    const { data: updated, error } = await admin.updateUserById(data.user!.id, {
      email: newEmail,
      password: "new password",
      user_metadata: { b: null, c: 3 },
      app_metadata: { team: "sales" },
    });
    expect(error).toBeNull();
    expect(updated.user).toMatchObject({
      email: newEmail,
      user_metadata: { a: 1, c: 3 },
      app_metadata: { team: "sales" },
    });
    expect(updated.user?.user_metadata.b).toBeUndefined();
    expect((await browser.auth.getUser()).data.user).toBeNull();
    expect(
      (await site.browser().auth.signInWithPassword({ email: newEmail, password: "new password" })).error,
    ).toBeNull();
    expect((await admin.updateUserById(nobody, { email: someone() })).error).toMatchObject({ status: 404 });
  });

  it("are deleted, with everything that is theirs", async () => {
    const email = someone();
    const { data } = await admin.createUser({ email, password, email_confirm: true });
    const { data: session } = await site.browser().auth.signInWithPassword({ email, password });
    expect((await admin.deleteUser(data.user!.id)).error).toBeNull();
    expect((await admin.getUserById(data.user!.id)).error).toMatchObject({ code: "user_not_found", status: 404 });
    expect((await site.browser().auth.getUser(session.session!.access_token)).data.user).toBeNull();
    expect(await sql`select from auth.identities where user_id = ${data.user!.id}`).toHaveLength(0);
    expect((await admin.deleteUser(nobody)).error).not.toBeNull();
  });

  it("are forgotten but kept when the deletion is soft", async () => {
    const email = someone();
    const { data } = await admin.createUser({ email, password, email_confirm: true });
    await admin.deleteUser(data.user!.id, true);
    const [row] = await sql`select email, deleted_at from auth.users where id = ${data.user!.id}`;
    expect(row?.deleted_at).toBeInstanceOf(Date);
    expect(row?.email).not.toContain("@");
    expect((await site.browser().auth.signInWithPassword({ email, password })).error).toMatchObject({
      code: "invalid_credentials",
    });
    expect((await admin.createUser({ email })).error).toBeNull();
  });
});

describe("links", () => {
  it.each(["signup", "invite", "magiclink", "recovery"] as const)("are made for %s, and work", async (type) => {
    const email = someone();
    if (type === "recovery" || type === "magiclink") await admin.createUser({ email, password });
    const redirectTo = "http://guidevane.test/welcome";
    const { data, error } = await admin.generateLink({ type, email, password, options: { redirectTo } } as Parameters<
      typeof admin.generateLink
    >[0]);
    expect(error).toBeNull();
    expect(data.properties).toMatchObject({ verification_type: type, redirect_to: redirectTo });
    expect(data.properties?.action_link).toContain(`type=${type}&redirect_to=${redirectTo}`);
    expect(site.mails).toHaveLength(0);
    const landed = await site.open(data.properties!.action_link);
    expect(landed.pathname).toBe("/welcome");
    expect(landed.hash).toContain("access_token=");
  });

  it("give a code and a token hash that work as well", async () => {
    const email = someone();
    await admin.createUser({ email });
    const first = await admin.generateLink({ type: "magiclink", email });
    const browser = site.browser();
    expect(
      (await browser.auth.verifyOtp({ email, token: first.data.properties!.email_otp, type: "email" })).error,
    ).toBeNull();
    const second = await admin.generateLink({ type: "magiclink", email });
    const token_hash = second.data.properties!.hashed_token;
    expect((await browser.auth.verifyOtp({ token_hash, type: "email" })).error).toBeNull();
  });

  it("change an address with one link for each mailbox", async () => {
    const email = someone();
    const newEmail = someone();
    const { data: created } = await admin.createUser({ email, email_confirm: true });
    const links = [];
    for (const type of ["email_change_current", "email_change_new"] as const) {
      const { data, error } = await admin.generateLink({ type, email, newEmail });
      expect(error).toBeNull();
      expect(data.user).toMatchObject({ email, new_email: newEmail });
      expect(data.properties?.action_link).toContain("type=email_change&");
      links.push(data.properties!.action_link);
    }
    for (const link of links) await site.open(link);
    expect((await admin.getUserById(created.user!.id)).data.user?.email).toBe(newEmail);
  });
});

describe("without the secret key", () => {
  it("nothing of it answers", async () => {
    const email = someone();
    const { data } = await admin.createUser({ email, password, email_confirm: true });
    const browser = site.browser();
    await browser.auth.signInWithPassword({ email, password });
    const token = (await browser.auth.getSession()).data.session!.access_token;
    for (const bearer of [token, site.keys.publishableKey, "sb_secret_guess", undefined]) {
      for (const [method, path] of [
        ["GET", "admin/users"],
        ["POST", "admin/users"],
        ["PUT", `admin/users/${data.user!.id}`],
        ["DELETE", `admin/users/${data.user!.id}`],
        ["GET", `admin/users/${data.user!.id}/factors`],
        ["POST", "admin/generate_link"],
        ["POST", "invite"],
      ] as const) {
        const response = await site.fetch(`http://guidevane.test/auth/v1/${path}`, {
          method,
          headers: bearer ? { authorization: `Bearer ${bearer}` } : {},
          ...(method !== "GET" && { body: JSON.stringify({ email, type: "magiclink" }) }),
        });
        expect(response.status).toBeOneOf([401, 403]);
        expect(await response.json()).toMatchObject({
          error_code: expect.stringMatching(/not_admin|bad_jwt|no_authorization/),
        });
      }
    }
    expect((await admin.getUserById(data.user!.id)).error).toBeNull();
  });
});
