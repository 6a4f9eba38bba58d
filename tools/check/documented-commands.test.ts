// Each command that the documents of operators name exists as it is written, with its words and flags, and a test runs it.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const documents = ["README.md", "docs/operating.md", "docs/scaling.md"];

/** "npm run admin -- keys show|rotate" is two commands. */
function alternatives(command: string): string[] {
  const words = command.split(" ");
  const at = words.findIndex((word) => word.includes("|"));
  if (at < 0) return [command];
  return words[at]!.split("|").flatMap((one) => alternatives(words.with(at, one).join(" ")));
}

/** Values that an operator chooses are one placeholder each. */
const placeholders: [RegExp, string][] = [
  [/"select \.\.\."/, "STATEMENT"],
  [/\S+@\S+/, "EMAIL"],
  [/P-\d{4}-\d+/, "NUMBER"],
  [/\d{4}-\d\d-\d\dT\S+/, "TIME"],
  [/\S+\.e2e\.ts/, "TEST"],
  [/\S+\.(?:backup|sql)\b/, "FILE"],
];
const commandsIn = (file: string): string[] =>
  [
    ...readFileSync(file, "utf8")
      .replaceAll("\\|", "|")
      .matchAll(/\bnpm (?:start|ci|test|run [a-z0-9]+(?:-[a-z]+)*)(?: -- [^`#&\n]+)?/g),
  ]
    .map(([found]) => found.trim())
    .map((found) => placeholders.reduce((text, [value, name]) => text.replace(value, name), found))
    .flatMap(alternatives);
const commands = [...new Set(documents.flatMap(commandsIn))].toSorted();

const operate = (name: string) => `tools/operate/${name}.ts`;
/** Where the words and flags of a command are written: its usage, or its own table. */
const programs: Record<string, string> = {
  admin: operate("admin"),
  backup: operate("backup"),
  restore: operate("restore"),
  export: operate("export"),
  verify: operate("verify"),
  check: "tools/check/check.ts",
  generate: "tools/check/generate.ts",
  bench: "bench/bench.ts",
  test: "tools/check/test-arguments.ts",
};
const wordsOf = (command: string) =>
  (command.split(" -- ")[1] ?? "").split(" ").filter((word) => /^-*[a-z]/.test(word));

test("audit-4 O14: every command in the documents exists, with its words and flags", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  expect(commands.length).toBeGreaterThan(40);
  const faults = readdirSync("tools/fault-tests").map((file) => file.replace(/\.ts$/, ""));
  const unknown = commands.flatMap((command) => {
    const name = /^npm (?:run )?([a-z0-9-]+)/.exec(command)![1]!;
    if (name === "ci") return [];
    if (!(name in scripts)) return [`${command}: no such script`];
    const words = wordsOf(command);
    if (name === "fault-test")
      return words.filter((word) => !faults.includes(word)).map((word) => `${command}: ${word}`);
    const source = words.length > 0 ? readFileSync(programs[name] ?? "/dev/null", "utf8") : "";
    return words
      .filter((word) => !new RegExp(`(?<![\\w-])${word}(?![\\w-])`).test(source))
      .map((word) => `${command}: ${word}`);
  });
  expect(unknown).toEqual([]);
});

/** The test that runs it, and what it is called with there. */
const run: Record<string, [file: string, call: string]> = {
  "npm start": ["e2e/npm-start.all.e2e.ts", 'spawn("npm", ["start"]'],
  "npm ci": ["tools/check/pruned-tree.all.test.ts", "Containerfile"],
  "npm run build": ["tools/check/pruned-tree.all.test.ts", "Containerfile"],
  "npm run dev": ["e2e/dev.all.e2e.ts", '["tools/dev.ts"]'],
  "npm test -- TEST": ["tools/check/test.all.test.ts", '"tools/check/test.ts"'],
  "npm run doctor": ["tools/operate/doctor.test.ts", '["tools/operate/doctor.ts"]'],
  "npm run admin -- add": ["tools/operate/admin.test.ts", 'admin("add"'],
  "npm run admin -- add EMAIL": ["tools/operate/admin.test.ts", 'admin("add"'],
  "npm run admin -- remove": ["tools/operate/admin.test.ts", 'admin("remove"'],
  "npm run admin -- password": ["tools/operate/admin.test.ts", 'admin("password"'],
  "npm run admin -- password EMAIL": ["tools/operate/admin.test.ts", 'admin("password"'],
  "npm run admin -- list": ["tools/operate/admin.test.ts", 'admin("list"'],
  "npm run admin -- keys show": ["tools/operate/documented-commands.all.test.ts", '"keys", "show"'],
  "npm run admin -- keys rotate": ["tools/operate/documented-commands.all.test.ts", '"keys", "rotate"'],
  "npm run admin -- keys reseal": ["tools/operate/documented-commands.all.test.ts", '"keys", "reseal"'],
  "npm run admin -- files move disk": ["tools/operate/documented-commands.all.test.ts", '"files", "move", "disk"'],
  "npm run admin -- files move s3": ["tools/operate/documented-commands.all.test.ts", '"files", "move", "s3"'],
  "npm run admin -- sql": ["tools/operate/documented-commands.all.test.ts", 'run("admin", "sql")'],
  "npm run admin -- sql STATEMENT": ["tools/operate/documented-commands.all.test.ts", 'run("admin", "sql", '],
  "npm run backup": ["tools/operate/backup-and-restore.test.ts", 'run("backup", original'],
  "npm run backup -- FILE": ["tools/operate/backup-and-restore.test.ts", 'run("backup", original'],
  "npm run backup -- --continuous DIR": ["tools/operate/continuous-backup.all.test.ts", '"--continuous"'],
  "npm run backup -- --continuous-off": ["tools/operate/documented-commands.all.test.ts", '"--continuous-off"'],
  "npm run restore": ["tools/operate/backup-and-restore.test.ts", 'run("restore", copy'],
  "npm run restore -- FILE": ["tools/operate/backup-and-restore.test.ts", 'run("restore", copy'],
  "npm run restore -- FILE --sealing-key COPY": ["tools/operate/backup-and-restore.test.ts", '"--sealing-key"'],
  "npm run restore -- DIR --to TIME": ["tools/operate/continuous-backup.all.test.ts", '"--to"'],
  "npm run export -- DIR": ["e2e/exported-site.all.e2e.ts", "exportSite("],
  "npm run export -- sql FILE": ["tools/operate/exported-for-tests.ts", "exportSql("],
  "npm run verify -- proposal NUMBER": ["tools/operate/documented-commands.all.test.ts", '"verify", "proposal"'],
};
/** What no test runs. */
const notRun: [pattern: RegExp, why: string][] = [
  [/^npm test(?: -- (?:all|changed))?$|^npm run (?:e2e|check)(?: -- --fix)?$/, "runs the tests or is a step of them"],
  [/^npm run bench /, "takes minutes and measures the machine"],
  [/^npm run fault-test /, "too long for a test run, as its page says"],
  [/^npm run demo$/, "fills and serves until it is stopped; release-backup.all.test.ts fills the same"],
  [/^npm run generate/, "writes files of the repository, which tests compare with what it would write"],
];

test("audit-4 O14: every command in the documents is run by a test, or is named here with why not", () => {
  const missing = commands.filter((command) => !(command in run) && !notRun.some(([pattern]) => pattern.test(command)));
  expect(missing).toEqual([]);
  expect(Object.keys(run).filter((command) => !commands.includes(command))).toEqual([]);
  const without = Object.entries(run).filter(
    ([, [file, call]]) => !existsSync(file) || !readFileSync(file, "utf8").includes(call),
  );
  expect(without).toEqual([]);
});
