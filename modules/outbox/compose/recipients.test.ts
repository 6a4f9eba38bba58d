import { expect, test } from "vitest";
import { lettersFor, type Recipient, sendable, whySkipped, withoutDuplicates } from "./recipients.ts";

const person = (name: string, more: Partial<Recipient> = {}): Recipient => ({
  of_id: name,
  of_name: name,
  contact_id: name,
  name,
  email: `${name}@norrfall.example`,
  account_id: "norrfall",
  account_name: "Norrfall",
  deal_id: null,
  skipped: null,
  ...more,
});

test("records 8: each address gets one mail; who is left out, and why, is said", () => {
  const people = [
    person("maren"),
    person("silas", { email: null, skipped: "no_address" }),
    person("twin", { email: "MAREN@norrfall.example" }),
    person("gone", { skipped: "address_bounced" }),
    person("out", { skipped: "opted_out" }),
    person("espen"),
  ];
  expect(sendable(people).map(({ name }) => name)).toEqual(["maren", "espen"]);
  expect(withoutDuplicates(people).flatMap(({ skipped }) => (skipped ? whySkipped(skipped) : []))).toEqual([
    "No e-mail address",
    "The same address is above",
    "The address bounced",
    "They opted out of outreach",
  ]);
});

test("records 8: one person who opted out can be written to with a reason; among several they are left out", () => {
  const out = person("out", { skipped: "opted_out" });
  expect(sendable([out])).toHaveLength(1);
  expect(sendable([out, person("maren")]).map(({ name }) => name)).toEqual(["maren"]);
  expect(sendable([person("gone", { skipped: "complained" })])).toEqual([]);
});

test("records 8: each gets their own words, signed; someone without a value for a tag is left out by name", () => {
  const people = sendable([person("maren"), person("espen")]);
  const words = { subject: "Hello {{ contact.first_name }}", text: "{{ contact.title }}" };
  const filled = [
    { contact_id: "maren", subject: "Hello Maren", text: "Chief", missing: [] },
    { contact_id: "espen", subject: "Hello Espen", text: "{title}", missing: ["Title"] },
  ];
  const { letters, skipped } = lettersFor(people, words, "Noor\nGuidevane", filled);
  expect(letters).toMatchObject([{ to: { name: "maren" }, subject: "Hello Maren", text: "Chief\n\nNoor\nGuidevane" }]);
  expect(skipped.map(({ name, skipped: why }) => `${name}: ${whySkipped(why ?? "")}`)).toEqual([
    "espen: No value for Title",
  ]);
  expect(lettersFor(people, { subject: "Hi", text: "Plain " }, "", null).letters.map(({ text }) => text)).toEqual([
    "Plain",
    "Plain",
  ]);
});
