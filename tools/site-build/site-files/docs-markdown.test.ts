import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { commands } from "#content/bootloader.ts";
import { errors } from "#content/bootloader-reference.ts";
import { docPages } from "#content/docs-pages.ts";
import { asMarkdown } from "./docs-markdown.ts";

const site = "https://site.example";
const pages = docPages.map(({ file }) => ({
  file,
  text: asMarkdown(readFileSync(`content/docs/${file}`, "utf8"), site),
}));

test.each(pages)(
  "$file is plain Markdown: a title, no components, no fence left open, links with their host",
  ({ text }) => {
    expect(text).toMatch(/^# .+\n\nLast updated: 20\d\d-\d\d-\d\d\n/);
    const prose = text.replace(/^```[\s\S]*?^```$/gm, "");
    expect(prose).not.toMatch(/^<\w/m);
    expect(prose).not.toContain("```");
    expect(prose).not.toContain("](/");
  },
);

test("the reference has every flag and every error in its tables", () => {
  const api = pages.find(({ file }) => file === "api.mdx")?.text ?? "";
  for (const { flags } of commands) for (const { name } of flags) expect(api).toContain(`| \`${name}`);
  for (const { id, exit, message } of errors) expect(api).toContain(`| \`${id}\` | ${exit ?? "none"} | ${message}`);
});

test("a type with a bar in it stays in its cell", () => {
  expect(asMarkdown('---\ntitle: x\nupdated: 2026-01-01\n---\n\n<ConfigTable only="deploy" />\n', site)).toContain(
    '`"docker" \\| "portia"`',
  );
});
