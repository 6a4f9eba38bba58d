// Each page of the documentation as Markdown, for anyone who reads it in a terminal or gives it to a model. What the pages draw
// from typed lists becomes tables.
import {
  commands,
  eCommerce,
  filesOf,
  type Flag,
  globalFlags,
  installCommands,
  variables,
} from "#content/bootloader.ts";
import { comparison, frameworks } from "#content/comparison.ts";
import {
  configFields,
  errors,
  exitCodes,
  inboxRoutes,
  jsonKinds,
  platformModels,
  portiaLimits,
} from "#content/bootloader-reference.ts";
import { splitFrontMatter } from "../vite/docs-index.ts";

const cell = (text: string | number) => String(text).replaceAll("|", "\\|");
const table = (heads: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  [heads, heads.map(() => "---"), ...rows].map((row) => `| ${row.map(cell).join(" | ")} |`).join("\n");
const code = (text: string) => `\`${text}\``;

const flagTable = (flags: readonly Flag[]) =>
  table(
    ["Flag", "What it does"],
    flags.map(({ name, value, short, does, default: fallback }) => [
      [code([name, value].filter(Boolean).join(" ")), ...(short ? [code(short)] : [])].join(", "),
      fallback ? `${does} Default: ${fallback}.` : does,
    ]),
  );

function commandReference(name: string): string {
  const command = commands.find((candidate) => candidate.name === name);
  if (!command) throw new Error(`There is no command ${name}`);
  const usage = ["bootloader", command.name, command.args].filter(Boolean).join(" ");
  return `${command.does} ${code(usage)}\n\n${flagTable(command.flags)}\n\n\`\`\`console\n$ ${command.example}\n\`\`\``;
}

const configTable = (only: string | undefined) =>
  table(
    ["Field", "Type", "Default", "What it does"],
    configFields
      .filter((field) => !only || field.path.startsWith(`${only}.`))
      .map(({ path, type, default: fallback, does }) => [code(path), code(type), fallback, does]),
  );

const components: Record<string, (attributes: Record<string, string>) => string> = {
  CommandReference: ({ name = "" }) => commandReference(name),
  GlobalFlags: () => flagTable(globalFlags),
  Variables: () =>
    table(
      ["Variable", "What it does"],
      variables.map(({ name, does }) => [code(name), does]),
    ),
  ConfigTable: ({ only }) => configTable(only),
  PlatformModels: () =>
    table(
      ["Model", "Suits", "A million tokens read", "Written"],
      platformModels.map(({ name, suits, read, written }) => [code(name), suits, `$${read}`, `$${written}`]),
    ),
  Comparison: () => table(["Question", ...frameworks], comparison),
  ExitCodes: () =>
    table(
      ["Code", "Name", "Meaning"],
      exitCodes.map((exit) => [exit.code, exit.name, exit.means]),
    ),
  Errors: () =>
    table(
      ["Error", "Exit", "Message", "Fix"],
      errors.map(({ id, exit, message, fix }) => [code(id), exit ?? "none", message, fix]),
    ),
  PortiaLimits: () =>
    table(
      ["Limit", "Value", "Then"],
      portiaLimits.map(({ what, value, after }) => [what, value, after]),
    ),
  InboxRoutes: () =>
    table(
      ["Request", "Takes", "Answers", "What it does"],
      inboxRoutes.map(({ request, takes, answers, does }) => [code(request), takes, answers, does]),
    ),
  JsonKinds: () =>
    table(
      ["Type", "Printed by", "What it says"],
      jsonKinds.map(({ type, printedBy, says }) => [code(type), printedBy, says]),
    ),
  Install: () => `\`\`\`console\n${installCommands.map(({ command }) => `$ ${command}`).join("\n")}\n\`\`\``,
  FileTree: () => `\`\`\`text\n${filesOf(eCommerce).join("\n")}\n\`\`\``,
};

function drawn(line: string): string {
  const [, name = "", attributes = ""] = /^<(\w+)((?: \w+="[^"]*")*) \/>$/.exec(line) ?? [];
  const draw = components[name];
  if (!draw) throw new Error(`The documentation has a part that Markdown cannot show: ${line}`);
  return draw(Object.fromEntries([...attributes.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key, value])));
}

/** `site` is put before links to our own pages, so that the text can be read anywhere. */
export function asMarkdown(source: string, site: string): string {
  const [{ title = "", updated = "" }, body] = splitFrontMatter(source);
  let inCode = false;
  const lines = body.split("\n").flatMap((line) => {
    const fence = /^```(\w*)(?:.*title="([^"]+)")?/.exec(line);
    if (fence) {
      inCode = !inCode;
      return inCode && fence[2] ? [`${fence[2]}:`, "", `\`\`\`${fence[1]}`] : [`\`\`\`${fence[1]}`];
    }
    if (inCode) return [line];
    return [line.startsWith("<") ? drawn(line) : line.replaceAll("](/", `](${site}/`)];
  });
  return `# ${title}\n\nLast updated: ${updated}\n${lines.join("\n").trimEnd()}\n`;
}
