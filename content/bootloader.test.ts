import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as bootloader from "./bootloader.ts";
import {
  configFields,
  errors,
  exitCodes,
  historyDays,
  inboxRoutes,
  jsonKinds,
  portiaLimits,
} from "./bootloader-reference.ts";
import { unknownFields, unknownFigures, unknownWords } from "./bootloader-words.ts";
import { comparedOn, comparison, frameworks } from "./comparison.ts";
import { docPages } from "./docs-pages.ts";
import { links, site } from "./site.ts";
import { plans, professionalPrice, savingLabel } from "./pricing.ts";

const { commands, eCommerce, filesOf, newTranscript, quickStart, templates } = bootloader;
const documents = docPages.map(({ file }) => ({ file, text: readFileSync(`content/docs/${file}`, "utf8") }));
const fences = (text: string, language: string) =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}[^\\n]*\\n([\\s\\S]*?)^\`\`\``, "gm"))].map(
    (match) => match[1] ?? "",
  );

describe("the words of the documentation", () => {
  test("every document is in the list of pages", () => {
    expect(docPages.map((page) => page.file as string).sort()).toEqual(readdirSync("content/docs").sort());
  });

  test.each(documents)("$file names only what exists", ({ text }) => {
    expect(unknownWords(text)).toEqual([]);
  });

  test.each(documents)("$file gives only prices, limits, ports and versions that the lists have", ({ text }) => {
    expect(unknownFigures(text)).toEqual([]);
  });

  test.each(documents)("$file names the errors of the list by their own words", ({ text }) => {
    for (const [, id, words] of text.matchAll(/`(BL\d+)` ([A-Z][^|\n`]*\.) \|/g))
      expect(errors.find((error) => error.id === id)?.message, id).toBe(words);
  });

  test.each(documents)("$file links to no stranger that content/site.ts does not know", ({ text }) => {
    const known: string[] = Object.values(links);
    expect([...text.matchAll(/\]\((https:[^)]+)\)/g)].filter(([, href = ""]) => !known.includes(href))).toEqual([]);
  });

  test.each(documents)("$file says when it was changed last", ({ text }) => {
    expect(text).toMatch(/^---\n[\s\S]*?^updated: 20\d\d-\d\d-\d\d$[\s\S]*?^---$/m);
  });

  test("a session of `test --update` names the runs of the template, and counts add up", () => {
    const sessions = documents.flatMap(({ text }) => fences(text, "console"));
    const updates = sessions.filter((session) => session.startsWith("$ bootloader test --update"));
    for (const session of updates)
      expect([...session.matchAll(/^ {2}(\S+) \.+ recorded$/gm)].map((match) => match[1])).toEqual(eCommerce.runs);
    for (const session of sessions) {
      const counts = /unit tests \.+ (\d+) passed\n {2}replayed runs \.+ (\d+) passed\n {2}(\d+) passed/.exec(session);
      if (counts) expect(Number(counts[1]) + Number(counts[2])).toBe(Number(counts[3]));
    }
    expect(updates.length).toBeGreaterThan(0);
  });

  test("the typed lists keep to themselves as well: examples, fixes, steps, plans", () => {
    const texts = [
      commands,
      errors,
      exitCodes,
      configFields,
      quickStart,
      templates,
      plans,
      portiaLimits,
      inboxRoutes,
      jsonKinds,
    ].map((list) => JSON.stringify(list, null, 1).replaceAll('\\"', '"'));
    expect(unknownWords(texts.join("\n"))).toEqual([]);
    expect(unknownFigures(texts.join("\n"))).toEqual([]);
  });

  test.each(documents)("$file shows only fields that swarm.config.ts has", ({ text }) => {
    const objects = fences(text, "ts").filter((code) => code.includes("export default defineSwarm("));
    for (const code of objects) {
      const literal = code.slice(code.indexOf("defineSwarm(") + "defineSwarm(".length, code.lastIndexOf(")"));
      // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- our own documentation, read as the object it shows
      const config = new Function(`return ${literal}`)() as object;
      expect(unknownFields(config)).toEqual([]);
    }
  });

  test.each(documents)("$file prints what `new` prints", ({ text }) => {
    const sessions = fences(text, "console").filter((session) => /\$ bootloader new .*--template/.test(session));
    for (const session of sessions) expect(session).toContain(newTranscript(eCommerce).join("\n"));
  });

  test("the API reference has a heading and a table for every command, and nothing else under Commands", () => {
    const api = documents.find(({ file }) => file === "api.mdx")?.text ?? "";
    const names = commands.map((command) => command.name);
    expect([...api.matchAll(/^### bootloader (\w+)$/gm)].map((match) => match[1])).toEqual(names);
    expect([...api.matchAll(/<CommandReference name="(\w+)" \/>/g)].map((match) => match[1])).toEqual(names);
  });
});

describe("the checker finds what does not exist", () => {
  test.each([
    ["bootloader make desk", "command: bootloader make"],
    ["$ bootloader new desk --templates e-commerce", "flag: bootloader new --templates"],
    ["$ bootloader new desk --template shop", "value: --template shop"],
    ["$ bootloader watch --template e-commerce", "flag: bootloader watch --template"],
    ["$ bootloader connect codex && bootloader ship", "command: bootloader ship"],
    ["pass `--fast` to it", "flag: --fast"],
    ["edit `bootloader.config.ts`", "file: bootloader.config.ts"],
    ["look into `recordings/`", "folder: recordings/"],
    ["ends with BL9999", "error: BL9999"],
    ["exit code 42", "exit code: 42"],
    ["set PORTIA_TOKEN", "variable: PORTIA_TOKEN"],
    ["npm install -g @guidevane/boot", "package: @guidevane/boot"],
    ["npm run agents", "script: agents"],
    ["raise `limits.maxMinutes`", "field: limits.maxMinutes"],
    ["Bootloader 2.0.0", "version: 2.0.0"],
  ])("%s", (text, problem) => {
    expect(unknownWords(text)).toContain(problem);
  });

  test.each([
    ["Professional is $59", "price: 59"],
    ["up to 512 KB a call", "limit: 512 KB"],
    ["24 h left", "limit: 24 h"],
    ["30 days of run history", "days: 30 days"],
    ["needs Node 20.11", "Node: 20.11"],
    ["http://localhost:3000", "port: 3000"],
  ])("%s", (text, problem) => {
    expect(unknownFigures(text)).toContain(problem);
  });

  test("and is silent about what does", () => {
    expect(unknownWords("$ bootloader new desk --template e-commerce && bootloader watch --json")).toEqual([]);
    expect(unknownFields({ name: "x", agents: { a: { tols: [] } }, limits: { maxSteps: 1 } })).toEqual([
      "agents.<name>.tols",
    ]);
  });
});

describe("the facts", () => {
  test("three templates; the e-commerce one writes 41 different files", () => {
    expect(templates).toHaveLength(3);
    expect(new Set(filesOf(eCommerce)).size).toBe(41);
    expect(templates.map((template) => filesOf(template).length)).toEqual([41, 48, 44]);
  });

  test("every error ends with an exit code that exists, and ids are unique", () => {
    const codes = exitCodes.map((exit) => exit.code);
    for (const error of errors) if (error.exit !== null) expect(codes).toContain(error.exit);
    expect(new Set(errors.map((error) => error.id)).size).toBe(errors.length);
  });

  test("every edition has its days of history, among the limits too", () => {
    expect(Object.keys(historyDays)).toEqual(["Community", "Professional", "Enterprise"]);
    for (const edition of Object.keys(historyDays))
      expect(portiaLimits.some((limit) => limit.what === `run history, ${edition}`)).toBe(true);
  });

  test("every example is a line of that command", () => {
    for (const { name, example } of commands) expect(example.startsWith(`bootloader ${name}`)).toBe(true);
  });

  test("prices, and the saving the label claims", () => {
    expect(plans.map(({ name, price }) => [name, price])).toEqual([
      ["Free", { monthly: 0, annual: 0 }],
      ["Professional", professionalPrice],
      ["Enterprise", "Custom"],
    ]);
    // A year costs less than twelve months, or there is nothing to save.
    expect(Number(/^Save (\d+)%$/.exec(savingLabel)?.[1])).toBeGreaterThan(0);
    expect(plans.filter((plan) => plan.popular).map((plan) => plan.name)).toEqual(["Professional"]);
  });
});

test("the comparison answers every question for each, on the day the page names", () => {
  for (const row of comparison) expect(row).toHaveLength(frameworks.length + 1);
  expect(documents.find(({ file }) => file === "compare.mdx")?.text).toContain(`as of ${comparedOn}`);
  // It says where the others are better, for each of them.
  const text = documents.find(({ file }) => file === "compare.mdx")?.text ?? "";
  expect(text.match(/\*\*Better than Bootloader:\*\*/g)).toHaveLength(3);
});

test("what buyers ask first has its answer: which model runs, who owns the platforms, which result belongs to which call", () => {
  const of = (file: string) => documents.find((each) => each.file === file)?.text ?? "";
  expect(of("concepts.mdx")).toMatch(/^## Models$/m);
  expect(of("concepts.mdx")).toContain(`Codex and Portia are owned and run by ${site.legalName}`);
  const message = fences(of("api.mdx"), "ts").find((code) => code.includes("interface Message "));
  expect(message).toMatch(/toolCalls\?: ToolCall\[\]/);
  expect(message).toMatch(/toolCallId\?: string/);
});
