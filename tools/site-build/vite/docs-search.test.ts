import { expect, test } from "vitest";
import { errors } from "#content/bootloader-reference.ts";
import { commands } from "#content/bootloader.ts";
import { readDocs } from "./docs-index.ts";
import { pagesOf, searchDocs } from "#app/site/docs/search-docs.ts";

const docs = readDocs();
const first = (query: string) => searchDocs(docs, query)[0]?.href;

test.each(commands.map((command) => command.name))("`bootloader %s` leads to its section", (name) => {
  expect(first(`bootloader ${name}`)).toBe(`/docs/bootloader/api#bootloader-${name}`);
});

test.each(errors.map((error) => error.id))("%s leads to its row", (id) => {
  expect(first(id)).toBe(`/docs/bootloader/api#${id}`);
});

test.each([
  ["deploy", "/docs/bootloader/api#bootloader-deploy"],
  ["portia adapter", "/build/products/bootloader/portia"],
  ["exit codes", "/docs/bootloader/api#exit-codes"],
  ["limits.maxSteps", "/docs/bootloader/api#config-limits-maxsteps"],
  ["PLUGIN", "/docs/bootloader#plugin"],
])("%s leads to %s", (query, href) => {
  expect(first(query)).toBe(href);
});

test.each([
  ["aprove", "/docs/bootloader/api#bootloader-approve"],
  ["deplyo", "/docs/bootloader/api#bootloader-deploy"],
  ["licence", "/docs/bootloader#editions-and-licenses"],
  ["price", "/docs/bootloader/costs#the-price-of-one-answer"],
  ["telemtry", "/docs/bootloader#what-leaves-your-machine"],
  ["upgrade", "/docs/bootloader/changelog#how-to-upgrade"],
  ["exit coeds", "/docs/bootloader/api#exit-codes"],
])("%s is understood and leads to %s", (query, href) => {
  expect(first(query)).toBe(href);
});

test.each([
  ["rate limit", "/docs/bootloader/production#rate-limits"],
  ["streaming", "/docs/bootloader/api#streaming"],
  ["secrets", "/docs/bootloader/security#secrets"],
  ["secret", "/docs/bootloader/security#secrets"],
  ["cancel", "/docs/bootloader/api#cancel-a-run"],
  ["human in the loop", "/docs/bootloader#approvals"],
  ["which model", "/docs/bootloader#models"],
  ["prompt injection", "/docs/bootloader/security#prompt-injection"],
  ["opentelemetry", "/docs/bootloader/observability#traces"],
  ["langgraph", "/docs/bootloader/compare#langgraph"],
])("what people look for first: %s leads to %s", (query, href) => {
  expect(first(query)).toBe(href);
});

test("an error code is never corrected into another", () => {
  expect(searchDocs(docs, "BL4009")).toEqual([]);
});

test("when nothing is found every page is offered, with its first words", () => {
  const offered = pagesOf(docs);
  expect(offered.map((hit) => hit.href)).toEqual(docs.map((page) => page.path));
  for (const { excerpt } of offered) expect(excerpt.length).toBeGreaterThan(20);
});

test("a flag is found in the command that has it", () => {
  expect(searchDocs(docs, "--skip-tests").map((hit) => hit.heading)).toContain("bootloader deploy");
});

test("every word must occur; nothing is found for nonsense or for nothing", () => {
  expect(searchDocs(docs, "portia zeppelin")).toEqual([]);
  expect(searchDocs(docs, "  ")).toEqual([]);
});

test("at most eight hits, each with an excerpt that shows the word and stays short", () => {
  const hits = searchDocs(docs, "keychain");
  expect(hits.length).toBeGreaterThan(1);
  expect(hits.length).toBeLessThanOrEqual(8);
  for (const { excerpt } of hits) {
    expect(excerpt.toLowerCase()).toContain("keychain");
    expect(excerpt.length).toBeLessThan(110);
  }
});
