import { expect, test } from "vitest";
import { accountBrief } from "./account-brief.ts";

const account = {
  id: "1",
  name: "Norrfall",
  type: "Customer",
  industry: null,
  domain: "norrfall.example",
  website: null,
  notes: "First line\r\n\nSecond line",
};

test("facts, people and notes", () => {
  const people = [{ name: "Ada Lind", title: "CFO", email: null, phone: "+46 8" }];
  expect(accountBrief(account, people)).toEqual({
    title: "Norrfall",
    facts: [
      { label: "Type", value: "Customer" },
      { label: "Industry", value: "" },
      { label: "Domain", value: "norrfall.example" },
      { label: "Website", value: "" },
    ],
    sections: [
      { heading: "Contacts", lines: ["Ada Lind, CFO, +46 8"], list: true },
      { heading: "Notes", lines: ["First line", "Second line"] },
    ],
  });
});

test("people who are left out are counted", () => {
  const people = [{ name: "Ada Lind", title: null, email: null, phone: null }];
  expect(accountBrief(account, people, 12).sections[0]?.lines).toEqual(["Ada Lind", "and 11 more"]);
});
