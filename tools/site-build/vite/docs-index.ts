// Reads the documentation once at build: its outline for "On this page", its text for the search.
import { readFileSync } from "node:fs";
import GithubSlugger from "github-slugger";
import type { Plugin } from "vite";
import { adapters, commands, globalFlags, installCommands, variables } from "../../../content/bootloader.ts";
import { comparison } from "../../../content/comparison.ts";
import {
  configFields,
  errors,
  exitCodes,
  inboxRoutes,
  jsonKinds,
  platformModels,
  portiaLimits,
} from "../../../content/bootloader-reference.ts";
import { type DocIndexPage, docPages, type DocSection } from "../../../content/docs-pages.ts";
import { configAnchor, errorAnchor } from "../../../content/docs-anchors.ts";

const valuesOf = (list: readonly object[]) => list.map((item) => Object.values(item).join(" ")).join(" ");

/** What a table drawn from the typed lists says, so that the search finds it too. */
function tableText(tag: string): string {
  const name = /name="([^"]+)"/.exec(tag)?.[1];
  if (tag.startsWith("<CommandReference")) {
    const command = commands.find((candidate) => candidate.name === name);
    if (!command) throw new Error(`The documentation describes a command that does not exist: ${name}`);
    return `${command.does} ${valuesOf(command.flags)} ${command.example}`;
  }
  if (tag.startsWith("<GlobalFlags")) return valuesOf(globalFlags);
  if (tag.startsWith("<Variables")) return valuesOf(variables);
  if (tag.startsWith("<ExitCodes")) return valuesOf(exitCodes);
  if (tag.startsWith("<FileTree")) return valuesOf(adapters);
  if (tag.startsWith("<PortiaLimits")) return plain(valuesOf(portiaLimits));
  if (tag.startsWith("<PlatformModels")) return valuesOf(platformModels);
  if (tag.startsWith("<Comparison")) return plain(comparison.flat().join(" "));
  if (tag.startsWith("<InboxRoutes")) return plain(valuesOf(inboxRoutes));
  if (tag.startsWith("<JsonKinds")) return valuesOf(jsonKinds);
  if (tag.startsWith("<Install")) return valuesOf(installCommands);
  return "";
}

/** Rows of a table that are worth finding by themselves. */
function tableEntries(tag: string): DocSection[] {
  if (tag.startsWith("<Errors"))
    return errors.map(({ id, message, fix }) => ({
      id: errorAnchor(id),
      heading: id,
      level: 4,
      text: `${message} ${fix}`,
    }));
  if (tag.startsWith("<ConfigTable") && !tag.includes("only="))
    return configFields.map(({ path, does }) => ({ id: configAnchor(path), heading: path, level: 4, text: does }));
  return [];
}

const plain = (markdown: string) =>
  markdown
    .replace(/\[([^\]]+)\]\([^)]+\)/g, "$1")
    .replace(/^\|[\s|:-]+\|$/g, "")
    .replace(/[`*|]/g, " ")
    .replace(/^- /, "")
    .replace(/\s+/g, " ")
    .trim();

/** Front matter as written in our own pages: one `key: value` a line. */
export function splitFrontMatter(source: string): [Record<string, string>, string] {
  const [, head = "", body = ""] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source) ?? [];
  const pairs = head
    .split("\n")
    .map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]);
  return [Object.fromEntries(pairs) as Record<string, string>, body];
}

export function indexPage(path: string, source: string): DocIndexPage {
  const [{ title = "", label = "", description = "", updated = "" }, body] = splitFrontMatter(source);
  const slugger = new GithubSlugger();
  const page: DocIndexPage = { path, label, title, description, updated, intro: "", sections: [] };
  let entries: DocSection[] = [];
  let current: DocSection | undefined;
  let inCode = false;
  for (const line of body.split("\n")) {
    if (line.startsWith("```")) {
      inCode = !inCode;
      continue;
    }
    const heading = inCode ? null : /^(##|###) (.+)$/.exec(line);
    if (heading) {
      page.sections.push(...entries);
      entries = [];
      const words = plain(heading[2] ?? "");
      current = { id: slugger.slug(words), heading: words, level: heading[1] === "##" ? 2 : 3, text: "" };
      page.sections.push(current);
      continue;
    }
    const isTable = !inCode && line.startsWith("<");
    if (isTable) entries.push(...tableEntries(line));
    const text = isTable ? tableText(line) : inCode ? line.trim() : plain(line);
    if (!text) continue;
    if (current) current.text = `${current.text} ${text}`.trim();
    else page.intro = `${page.intro} ${text}`.trim();
  }
  page.sections.push(...entries);
  return page;
}

export const readDocs = () =>
  docPages.map(({ path, file }) => indexPage(path, readFileSync(`content/docs/${file}`, "utf8")));

// Pages take the outline while they are rendered; the search takes the same data in the browser, as its own file.
const ids = ["virtual:docs-outline", "virtual:docs-index"];

export function docsIndex(): Plugin {
  return {
    name: "docs-index",
    resolveId: (source) => (ids.includes(source) ? `\0${source}` : null),
    load(source) {
      if (!ids.includes(source.slice(1))) return null;
      for (const { file } of docPages) this.addWatchFile(`content/docs/${file}`);
      return `export const docs = ${JSON.stringify(readDocs())};`;
    },
  };
}
