import { expect, test } from "vitest";
import { withAddresses } from "#domain/made-addresses.ts";
import { openTagsOf } from "./message.ts";

test("an address that is made when a message leaves is no open tag; anything else in braces is", () => {
  expect(openTagsOf("Hello", "no more: {{unsubscribe_url}}", null)).toBe(false);
  expect(openTagsOf("Dear {{ contact.first_name }}", "text", null)).toBe(true);
  expect(openTagsOf("Hello", "{% if x %}", null)).toBe(true);
  expect(openTagsOf("Hello", "a }} too many", null)).toBe(true);
});

test("a text is shown with the names of addresses that are not made yet", () => {
  expect(withAddresses("Look: {{sender_page}}.")).toEqual(["Look: ", { made: "sender page" }, "."]);
});
