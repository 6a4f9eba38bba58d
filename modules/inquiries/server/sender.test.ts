import { expect, test } from "vitest";
import { networksOf } from "#server/platform/forms/rate-limits.ts";
import { contentSignals } from "./content-signals.ts";
import { ownHosts, senderOf } from "#server/platform/forms/sender.ts";
import { readSubmission } from "./submission.ts";

const own = ownHosts("https://www.guidevane.test", "Guidevane <post@mail.guidevane.example>");

test.each([
  ["ada@email.acme.co.uk", "acme.co.uk", "Acme"],
  ["ada@ACME.example", "acme.example", "Acme"],
  ["ada@north-fall.de", "north-fall.de", "North Fall"],
  ["ada@shop.github.io", "shop.github.io", "Shop"],
  ["ada@xn--mller-kva.de", "xn--mller-kva.de", "Müller"],
])("inquiries 4: %s is of %s, called %s", (email, companyHost, companyGuess) => {
  expect(senderOf(email, own)).toEqual({ isRobot: false, companyHost, companyGuess });
});

test.each([
  "noreply@acme.example",
  "No-Reply@acme.example",
  "do-not-reply@acme.example",
  "MAILER-DAEMON@acme.example",
  "postmaster@acme.example",
  "bounces+123@acme.example",
  "someone@guidevane.example",
  "someone@mail.guidevane.example",
  "someone@www.guidevane.test",
])("inquiries 1: %s is a machine or one of us, and no new person", (email) => {
  expect(senderOf(email, own).isRobot).toBe(true);
});

test("inquiries 3: the host of an address has one spelling, what stands before it is kept", () => {
  const read = (email: string) => {
    const sent = readSubmission({ form: "newsletter", email, trap: "" });
    return "read" in sent ? sent.read.email : sent.complaint.fields.email;
  };
  expect(read(" Ada.Lind@NORRFALL.Example ")).toBe("Ada.Lind@norrfall.example");
  expect(read("ada@müller.example")).toBe("ada@xn--mller-kva.example");
  for (const wrong of [
    "ada",
    "ada@",
    "@norrfall.example",
    "ada@norrfall",
    "a b@norrfall.example",
    "a@b@c.example",
    "a@b..example",
  ])
    expect(read(wrong), wrong).toBe("This does not look like an email address");
});

test.each([
  ["192.0.2.77", ["192.0.2/24", "192.0/16"]],
  ["::ffff:192.0.2.77", ["192.0.2/24", "192.0/16"]],
  ["2001:db8:1:2f3:3:4:5:6", ["2001:db8:1:2f3::/64", "2001:db8:1:200::/56", "2001:db8:1::/48"]],
  ["2001:db8::1", ["2001:db8:0:0::/64", "2001:db8:0:0::/56", "2001:db8:0::/48"]],
  ["fe80::1%eth0", ["fe80:0:0:0::/64", "fe80:0:0:0::/56", "fe80:0:0::/48"]],
  ["unknown", ["unknown"]],
])("inquiries 12: %s counts for %j", (address, networks) => {
  expect(networksOf(address).map(({ name }) => name)).toEqual(networks);
});

test.each([
  ["two addresses are a reference", { message: "See https://a.example and https://b.example" }, []],
  ["three are an advertisement", { message: "https://a.example https://b.example www.c.example" }, ["links"]],
  ["one in a name is one too many", { name: "www.cheap.example" }, ["links"]],
  ["markup of forums", { message: "[url=https://a.example]here[/url]" }, ["links"]],
  ["letters of two scripts in one word", { message: "Your раypal account" }, ["script"]],
  ["two scripts in two words", { message: "Привет from Berlin, Γειά σου" }, []],
  ["a currency, a formula, an accent", { message: "€ 4,000 = Ångström × 3 µm" }, []],
] as const)("inquiries 12: %s", (_, words, signs) => {
  expect(contentSignals({ name: "", company: "", subject: "", message: "", ...words })).toEqual(signs);
});
