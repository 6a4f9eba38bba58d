import { expect, test } from "vitest";
import { contactLink, subjects } from "./subjects.ts";

test("no subject stands twice", () => {
  expect(new Set(subjects).size).toBe(subjects.length);
});

test("a contact link carries its subject", () => {
  expect(contactLink("AI Consult")).toBe("/contact?subject=AI+Consult");
  expect(new URL(contactLink("Bavl Enterprise"), "https://x.example").searchParams.get("subject")).toBe(
    "Bavl Enterprise",
  );
});

test("a misspelt subject does not compile", () => {
  // @ts-expect-error -- tsc fails here if the list ever becomes a list of any string
  contactLink("AI Consultt");
});
