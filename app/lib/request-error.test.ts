import { expect, test } from "vitest";
import { messageOf, remedyOf, RequestError, unwrap } from "./request-error.ts";

const refused = (error: { message: string; code: string; details?: string }) => () =>
  unwrap({ data: null, error, status: 409 });

test.each([
  [
    {
      code: "23503",
      message: 'insert or update on table "contacts" violates foreign key constraint "contacts_account_id_fkey"',
      details: 'Key (account_id)=(1) is not present in table "accounts".',
    },
    "A record that this one refers to no longer exists. Choose another.",
  ],
  [
    {
      code: "23503",
      message: 'update or delete on table "accounts" violates foreign key constraint "x" on table "payments"',
      details: 'Key (id)=(1) is still referenced from table "payments".',
    },
    "Other records still refer to this one. Delete or change those first.",
  ],
  [
    { code: "22P02", message: 'invalid input syntax for type uuid: "bad"' },
    "The address or a value in it cannot be read.",
  ],
  [{ code: "23514", message: "name has 1 to 200 characters" }, "name has 1 to 200 characters"],
])("%j is said in words that name no constraint", (error, words) => {
  expect(refused(error)).toThrow(words);
});

test("a refusal leads to the page where what is missing can be set, and nowhere else", () => {
  const remedy = (details: string | null) => remedyOf(new RequestError("There is no rate", 400, "23514", details));
  expect(remedy("page:/admin/settings?tab=deals")).toBe("/admin/settings?tab=deals");
  const others = [remedy(null), remedy("page:https://evil.example"), remedy("page://evil"), remedyOf(new Error("x"))];
  expect(others).toEqual([null, null, null, null]);
});

test("a fault of the server is shown with the id by which its log is searched", () => {
  const fail = (hint: string | null) => {
    try {
      return unwrap({
        data: null,
        error: { message: "Something went wrong here", code: "PGRSTX00", hint },
        status: 500,
      });
    } catch (error) {
      return messageOf(error);
    }
  };
  expect(fail("Request id: 0af76519-16cd")).toBe("Something went wrong here (request id 0af76519-16cd)");
  expect(fail("Perhaps you meant accounts")).toBe("Something went wrong here");
  expect(fail(null)).toBe("Something went wrong here");
});
