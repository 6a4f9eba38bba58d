import { expect, test } from "vitest";
import { mailboxOf } from "./mailbox.ts";

test.each([
  ["ada@example.com", "ada@example.com"],
  ["ada+1@example.com", "ada@example.com"],
  ["Ada+a+b@Example.com", "ada@example.com"],
  ["+ada@example.com", "+ada@example.com"],
  ["a.da@example.com", "a.da@example.com"],
  ["a.d.a+x@gmail.com", "ada@gmail.com"],
  ["ada@googlemail.com", "ada@gmail.com"],
])("%s is read in the mailbox of %s", (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
