// The samples of the documentation are programs: they are checked against the types that the reference itself declares, and
// so is the table of configuration fields.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { configFields, inboxRoutes, jsonKinds } from "./bootloader-reference.ts";
import { docPages } from "./docs-pages.ts";

interface Fence {
  page: string;
  title: string;
  code: string;
}

const fences: Fence[] = docPages.flatMap(({ file }) =>
  [...readFileSync(`content/docs/${file}`, "utf8").matchAll(/^```ts title="([^"]+)"[^\n]*\n([\s\S]*?)^```/gm)].map(
    ([, title = "", code = ""]) => ({ page: path.parse(file).name, title, code }),
  ),
);
const isDeclaration = ({ title }: Fence) => /^(?:Types|Functions) of /.test(title);
const declarations = fences.filter(isDeclaration).map(({ code }) => code);

/** `limits.maxSteps` -> NonNullable<SwarmConfig["limits"]>["maxSteps"] */
const typeAt = (field: string) =>
  field
    .replace("agents.<name>", "agents.[string]")
    .split(".")
    .reduce((type, key) => `NonNullable<${type}>[${key === "[string]" ? "string" : `"${key}"`}]`, "SwarmConfig");

/** Both ways, so that neither says more than the other. */
const fieldChecks = configFields.map(
  ({ path: field, type }, index) =>
    `export const a${index}: ${type} = null! as NonNullable<${typeAt(field)}>;\n` +
    `export const b${index}: NonNullable<${typeAt(field)}> = null! as ${type};\n`,
);

test("samples and configuration fields agree with the types of the reference", () => {
  // Inside node_modules, so that the samples find the types of Node.
  const folder = "node_modules/.cache/docs-samples";
  rmSync(folder, { recursive: true, force: true });
  const write = (file: string, text: string) => {
    const target = path.join(folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  };
  write("types.d.ts", declarations.join("\n"));
  for (const [index, { page, title, code }] of fences.filter((fence) => !isDeclaration(fence)).entries())
    write(path.join(page, title.endsWith(".ts") ? title : `sample-${index}.ts`), code);
  write(
    "fields.ts",
    `import type { AgentConfig, Limits, SwarmConfig } from "@guidevane/bootloader";\n${fieldChecks.join("")}`,
  );
  write(
    "tsconfig.json",
    JSON.stringify({
      compilerOptions: {
        strict: true,
        noEmit: true,
        target: "esnext",
        module: "nodenext",
        lib: ["esnext", "dom"],
        types: ["node"],
        allowImportingTsExtensions: true,
        paths: { "@guidevane/bootloader": ["./types.d.ts"] },
      },
      include: ["."],
      exclude: [],
    }),
  );
  write("package.json", '{ "type": "module" }');
  let problems = "";
  try {
    execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", folder], { encoding: "utf8" });
  } catch (error) {
    problems = (error as { stdout: string }).stdout;
  }
  expect(problems).toBe("");
});

test("every type that a table names is declared", () => {
  const declared = new Set(
    [...declarations.join("\n").matchAll(/export (?:interface|type) (\w+)/g)].map(([, name]) => name),
  );
  const named = [
    ...configFields.map(({ type }) => type),
    ...inboxRoutes.flatMap(({ takes, answers }) => [takes, answers]),
  ].flatMap((text) => text.match(/\b[A-Z][a-z]\w+\b/g) ?? []);
  expect([...new Set(named)].filter((name) => name !== "Record" && !declared.has(name))).toEqual([]);
});

test("the kinds of JSON lines in the table are those of the type", () => {
  const line = declarations.find((code) => code.includes("export type JsonLine")) ?? "";
  expect([...line.matchAll(/type: "(\w+)"/g)].map(([, kind]) => kind)).toEqual(jsonKinds.map(({ type }) => type));
});

test("a marked part of a sample begins with a line that says something", () => {
  const marked = docPages.flatMap(({ file }) =>
    [...readFileSync(`content/docs/${file}`, "utf8").matchAll(/^```ts [^\n]*\{([\d,-]+)\}\n([\s\S]*?)^```/gm)].flatMap(
      ([, parts = "", code = ""]) =>
        parts.split(",").map((part) => code.split("\n")[Number.parseInt(part, 10) - 1] ?? `no line ${part} in ${file}`),
    ),
  );
  expect(marked.length).toBeGreaterThan(0);
  expect(marked.filter((line) => !/\w+:/.test(line))).toEqual([]);
});
