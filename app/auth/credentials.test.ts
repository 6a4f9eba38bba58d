import { expect, test } from "vitest";
import { check, credentials } from "./credentials.ts";
import { readMailLink } from "./mail-link.ts";
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

test("mail links say what they are and why they failed", () => {
  expect(readMailLink("#access_token=x&type=recovery")).toEqual({ type: "recovery", error: null });
  expect(readMailLink("#error=access_denied&error_description=Link+expired")).toEqual({
    type: null,
    error: "Link expired",
  });
  expect(readMailLink("")).toEqual({ type: null, error: null });
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
