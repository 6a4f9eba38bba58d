// Finds words about Bootloader that its typed lists do not know. Tests hold every page and document to them.
import {
  adapters,
  commands,
  agentFiles,
  filesOf,
  folders,
  globalFlags,
  nodeVersion,
  packageName,
  pluginFiles,
  scripts,
  templates,
  variables,
  version,
} from "./bootloader.ts";
import { configFields, errors, exitCodes, portiaLimits } from "./bootloader-reference.ts";
import { extender } from "./tools.ts";
import { professionalPrice } from "./pricing.ts";

const globalNames = new Set(globalFlags.flatMap((flag) => [flag.name, ...(flag.short ? [flag.short] : [])]));
const allFlags = new Set([...globalNames, ...commands.flatMap((command) => command.flags.map((flag) => flag.name))]);
const files = new Set(templates.flatMap(filesOf).flatMap((file) => [file, file.split("/").at(-1) ?? file]));
const knownFolders = new Set<string>([
  ...folders,
  ...templates.flatMap(({ project, agents, plugins }) =>
    [project, ...agents.map(([name]) => name), ...plugins.map(([name]) => name)].map((name) => `${name}/`),
  ),
]);
/** What the guides add to a workspace, and runs that were just recorded. */
const added = ["returns", "returns-policy"];
const isFile = (file: string) => {
  const [kind, name = "", own = ""] = file.replace(/^\.\//, "").split("/");
  return (
    files.has(file.replace(/^\.\//, "")) ||
    (kind === "agents" && added.includes(name) && (agentFiles as readonly string[]).includes(own)) ||
    (kind === "plugins" && added.includes(name) && (pluginFiles as readonly string[]).includes(own)) ||
    /^runs\/(?:run_[0-9a-f]{4}|return-in-time)\.jsonl$/.test(file)
  );
};
/** Addresses end as one of our files does. */
const isHost = (name: string) => /^[a-z]+\.example$/.test(name);
/** Lines of other programs, whose flags are not ours. */
const others = /(?:npm (?:ci|update|install)|npx|curl)\b[^\n`]*/g;
const values: Record<string, readonly string[]> = {
  "--template": templates.map((template) => template.id),
  "--adapter": adapters.map((adapter) => adapter.id),
  "--target": ["docker", "portia", "local"],
  "--license": ["agpl", "commercial"],
  "--reporter": ["text", "junit", "json"],
};

/** Problems of one command line, such as `new desk --template e-commerce`. */
function problemsOfCommand(line: string): string[] {
  const [name = "", ...args] = line.trim().split(/\s+/);
  if (name === "" || name === "<command>" || globalNames.has(name)) return [];
  const command = commands.find((candidate) => candidate.name === name);
  if (!command) return [`command: bootloader ${name}`];
  const own = new Set([...globalNames, ...command.flags.map((flag) => flag.name)]);
  return args.flatMap((arg, index) => {
    if (!arg.startsWith("--")) return [];
    if (!own.has(arg)) return [`flag: bootloader ${name} ${arg}`];
    const allowed = values[arg];
    const value = args[index + 1]?.replace(/[.,;:]$/, "");
    return allowed && value && !value.startsWith("<") && !allowed.includes(value) ? [`value: ${arg} ${value}`] : [];
  });
}

const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? match[0]);
const strange = (kind: string, list: string[], known: (word: string) => boolean) =>
  list.filter((word) => !known(word)).map((word) => `${kind}: ${word}`);

/** Everything in `text` that names a command, flag, file, id or code which does not exist. */
export function unknownWords(text: string): string[] {
  const lines = text.split("\n");
  return [
    ...lines.flatMap((line) => found(line, /(?<![\w/@.:-])bootloader +([^`"&|.,;)]+)/g).flatMap(problemsOfCommand)),
    ...strange("flag", found(text.replace(others, ""), /(?<![\w(-])(--[a-z][a-z-]*)/g), (flag) => allFlags.has(flag)),
    ...strange(
      "file",
      found(text, /((?:[\w.-]+\/)*[\w.-]*\w\.(?:ts|json|jsonl|md|yml|example))\b(?!\()/g),
      (file) => isFile(file) || isHost(file),
    ),
    ...strange("folder", found(text, /(?<=^|[\s`])((?:[\w.-]+\/)+)(?=$|[\s`,.;:])/gm), (path) =>
      knownFolders.has(`${path.split("/").at(-2)}/`),
    ),
    ...strange("error", found(text, /\bBL\d+\b/g), (id) => errors.some((error) => error.id === id)),
    ...strange("exit code", found(text, /exit code (\d+)/gi), (code) =>
      exitCodes.some((exit) => exit.code === Number(code)),
    ),
    ...strange("variable", found(text, /\b[A-Z]{2,}(?:_[A-Z]+)+\b/g), (name) =>
      variables.some((known) => known.name === name),
    ),
    ...strange("package", found(text, /@guidevane\/[\w-]+/g), (name) => name === packageName),
    ...strange("script", found(text, /npm run (\w+)/g), (name) => name in scripts),
    ...strange("version", found(text, /Bootloader (\d+\.\d+\.\d+)/g), (number) => number === version),
    ...strange(
      "field",
      found(text, /(?<![\w/.])((?:agents\.<name>|limits|runs|portia|deploy)\.[a-zA-Z]+)\b(?!\.?\w*\()/g),
      (path) => configFields.some((field) => field.path === path) || files.has(path) || isHost(path),
    ),
    ...strange("template", found(text, /\btemplate[ :]+"?([a-z]+-[a-z-]+)/g), (id) =>
      templates.some((known) => known.id === id),
    ),
  ];
}

/** Paths of a configuration object that swarm.config.ts does not have. */
export function unknownFields(config: object, prefix = ""): string[] {
  return Object.entries(config).flatMap(([key, value]: [string, unknown]) => {
    const path = prefix === "agents." ? "agents.<name>" : `${prefix}${key}`;
    const isGroup = typeof value === "object" && value !== null && !Array.isArray(value);
    const known = configFields.some((field) => field.path === path || field.path.startsWith(`${path}.`));
    if (!known) return [path];
    return isGroup && !path.endsWith(".limits") ? unknownFields(value, `${path}.`) : [];
  });
}

const limitTexts = portiaLimits.map((limit) => limit.value).join(" ");
const ports = ["4180", configFields.find((field) => field.path === "deploy.port")?.default];

/** Numbers that a page gives and the lists do not: prices, limits, days of history, ports, the version of Node. */
export function unknownFigures(text: string): string[] {
  const prices = [professionalPrice.monthly, professionalPrice.annual, 0, Number(extender.priceNumber)];
  return [
    ...strange("price", found(text, /\$(\d+)\b(?![.,]\d)/g), (price) => prices.includes(Number(price))),
    ...strange("limit", found(text, /(?<![\d.])(\d+ (?:KB|MB|h))\b/g), (limit) => limitTexts.includes(limit)),
    ...strange("days", found(text, /(\d+ days) of (?:hosted )?run history/g), (days) => limitTexts.includes(days)),
    ...strange("Node", found(text, /\bNode (\d+(?:\.\d+)+)/g), (node) => node === nodeVersion),
    ...strange("port", found(text, /localhost:(\d+)/g), (port) => ports.includes(port)),
  ];
}
