import { expect, test } from "vitest";
import { check, credentials } from "./credentials.ts";
import { readMailLink, withoutMailLink } from "./mail-link.ts";
import { safeNext } from "#app/lib/next-page.ts";

test.each([
  ["noor@guidevane", "secret12", "Invalid email address"],
  ["", "", "Invalid email address"],
  ["noor@guidevane.example", "12345", "Password must be at least 6 characters"],
])("%s / %s: %s", (email, password, message) => {
  expect(check(credentials, { email, password })).toMatchObject({ complaint: { message } });
});

test("good ones pass, with spaces around the address cut", () => {
  expect(check(credentials, { email: " noor@guidevane.example ", password: "123456" })).toEqual({
    values: { email: "noor@guidevane.example", password: "123456" },
  });
});

test("mail links say what they bring, for whom, and why they failed", () => {
  const none = { code: null, tokens: null, email: null, confirmed: false, error: null };
  const token = `x.${Buffer.from('{"email":"zoë@example.com"}').toString("base64url")}.x`;
  expect(readMailLink("", `#access_token=${token}&refresh_token=r&type=signup`)).toEqual({
    ...none,
    tokens: { access_token: token, refresh_token: "r" },
    email: "zoë@example.com",
    confirmed: true,
  });
  expect(readMailLink("", "#access_token=x&refresh_token=r")).toMatchObject({ email: null, confirmed: false });
  const code = "0199a6a4-5d5e-7000-8000-000000000000";
  expect(readMailLink(`?step=new-password&code=${code}`, "")).toEqual({ ...none, code });
  expect(readMailLink("?code=summer-sale", "")).toEqual(none);
  expect(readMailLink("?error=x", "#error=access_denied&error_description=Link+expired")).toEqual({
    ...none,
    error: "Link expired",
  });
  expect(readMailLink("", "")).toEqual(none);
});

test("what a link brought is taken out of the address, and nothing else", () => {
  expect(withoutMailLink("http://x.test/auth?step=new-password&code=1&sb_flow_id=2#access_token=3")).toBe(
    "/auth?step=new-password",
  );
  expect(withoutMailLink("http://x.test/admin#access_token=3")).toBe("/admin");
});

test.each([
  ["/admin/crm?tab=contacts", "/admin/crm?tab=contacts"],
  ["/admin", "/admin"],
  ["https://evil.example/admin", "/admin"],
  ["//evil.example/admin", "/admin"],
  ["/admin/../../evil", "/admin"],
  ["/administer", "/admin"],
  ["javascript:alert(1)", "/admin"],
  [null, "/admin"],
])("after sign-in %s leads to %s", (next, page) => expect(safeNext(next)).toBe(page));
