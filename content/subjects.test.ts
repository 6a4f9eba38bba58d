import { expect, test } from "vitest";
import { aboutLine, contactAbout } from "./contact-about.ts";
import { presentations, workshops } from "./offers.ts";
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

test("a contact link carries which program or talk, and the subject stays as it is", () => {
  expect(contactLink("Speaking Engagement", "keynote")).toBe("/contact?subject=Speaking+Engagement&about=keynote");
  for (const { slug, title } of [...workshops, ...presentations]) expect(contactAbout[slug]).toContain(title);
  expect(aboutLine(contactAbout.keynote)).toBe("About: Who sets the angle (keynote)\n\n");
});

test("a misspelt subject does not compile", () => {
  // @ts-expect-error -- tsc fails here if the list ever becomes a list of any string
  contactLink("AI Consultt");
});
