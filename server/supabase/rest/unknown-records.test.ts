// An id that names nothing is answered as such, not as a fault of ours.
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { restForTests } from "./testing/rest-for-tests.ts";

const { user } = await restForTests();
const admin = await user({ admin: true });
const member = await user();

const calls: [string, Record<string, string>][] = [
  ["undo_import", { import: randomUUID() }],
  ["erase_contact", { contact: randomUUID() }],
  ["merge_contacts", { keep: randomUUID(), gone: randomUUID() }],
  ["restore_version", { version: randomUUID() }],
  ["delete_version", { version: randomUUID() }],
];

test.each(calls)("%s of an unknown id answers 404 in words", async (name, args) => {
  const answer = await admin.client.rpc(name, args);
  expect(answer.status).toBe(404);
  expect(answer.error?.message).toMatch(/no such|no longer/);
});

test.each(calls)("%s tells a member nothing else than that", async (name, args) => {
  expect([403, 404]).toContain((await member.client.rpc(name, args)).status);
});
