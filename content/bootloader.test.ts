import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as bootloader from "./bootloader.ts";
import { configFields, errors, exitCodes } from "./bootloader-reference.ts";
import { unknownFields, unknownWords } from "./bootloader-words.ts";
import { docPages } from "./docs-pages.ts";
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

  test("the typed lists keep to themselves as well: examples, fixes, steps, plans", () => {
    const texts = [commands, errors, exitCodes, configFields, quickStart, templates, plans].map((list) =>
      JSON.stringify(list, null, 1).replaceAll('\\"', '"'),
    );
    expect(unknownWords(texts.join("\n"))).toEqual([]);
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
    for (const error of errors) expect(codes).toContain(error.exit);
    expect(new Set(errors.map((error) => error.id)).size).toBe(errors.length);
  });

  test("every example is a line of its own command", () => {
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
