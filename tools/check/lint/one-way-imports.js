// The layers of the repository and what each may import. Docs: docs/decisions/003-one-way-imports.md
import path from "node:path";
import { linearPatterns } from "./linear-patterns.js";
import { noModuleNames } from "./no-module-names.js";
import { oneClock } from "./one-clock.js";
import { oneGate } from "./one-gate.js";
import { typedQueries } from "./typed-queries.js";

const shared = ["domain", "content"];
const browser = ["app/ui", "app/lib", ...shared];

// First match wins, so inner layers are listed before outer ones.
const layers = [
  ["app/site", ["app/site", ...browser]],
  ["app/auth", ["app/auth", ...browser]],
  ["app/records", ["app/records", ...browser]],
  ["app/admin", ["app/admin", "app/auth/session", "app/records", "modules/registry", ...browser]],
  ["app/ui", ["app/ui"]],
  ["app/lib", ["app/lib", ...shared]],
  ["app", ["app", "modules/registry", ...shared]],
  ["modules/registry", ["modules", ...shared]],
  ["content", ["content"]],
  ["domain", ["domain"]],
  ["server", ["server", "modules/registry", ...shared]],
];

/** Tests, and what they share in a folder `testing` of the module. */
const isForTests = (name) => /\.test\.tsx?$|(^|\/)testing\//.test(name);

/** What a file of a module may import besides, by what its name says it is. Other modules are in none of the lists. */
function moduleLayer(file) {
  const [, folder, name] = /^(modules\/[^/]+)\/(.+)$/.exec(file) ?? [];
  if (!folder) return null;
  if (isForTests(name)) return [folder, [folder, "app", "server", ...shared]];
  if (/^(?:server|mails)\.ts$|^server\//.test(name))
    return [`${folder}, server part,`, [folder, "server/platform", ...shared]];
  if (/(\.tsx|-data\.ts)$/.test(name))
    return [`${folder}, screens,`, [folder, "app/records", "app/auth/session", ...browser]];
  // Read by both sides: plain data and rules. The types of the database are generated from the migrations, which both obey.
  return [`${folder}, shared by browser and server,`, [folder, "app/lib/database.types", ...shared]];
}

const withoutExtension = (file) => file.replace(/\.tsx?$/, "");
const inLayer = (file, layer) => withoutExtension(file) === layer || file.startsWith(`${layer}/`);

/** The complaint about `source` imported from `file` (a path inside the repository), or null. */
export function complaint(file, source, { lazy = false } = {}) {
  const target = source.startsWith("#")
    ? source.slice(1)
    : source.startsWith(".")
      ? path.posix.normalize(path.posix.join(path.posix.dirname(file), source))
      : null;
  if (target === null) return null;
  const layer = layers.find(([name]) => inLayer(file, name)) ?? moduleLayer(file);
  if (!layer) return null;
  const [name, allowed] = layer;
  const refusal = `${name} may not import ${target} (it may import: ${allowed.join(", ")})`;
  if (!allowed.some((other) => inLayer(target, other))) return refusal;
  const [here, there] = [moduleLayer(file), moduleLayer(target)];
  if (!here || !there || here[0] === there[0]) return null;
  // Inside one module: server and screens both use what is shared, and not each other; what is shared only loads screens late.
  const usesShared = there[0].includes("shared");
  const loadsScreen = lazy && there[0].includes("screens") && here[0].includes("shared");
  return usesShared || loadsScreen || isForTests(file) ? null : refusal;
}

const rule = {
  create(context) {
    const root = process.cwd();
    // Fixtures stand for a file of the repository: tools/check/lint/fixtures/app/site/x.ts is judged as app/site/x.ts.
    const file = path
      .relative(root, context.filename)
      .split(path.sep)
      .join("/")
      .replace(/^tools\/check\/lint\/fixtures\//, "");
    const check = (node) => {
      const source = node.source?.value;
      if (typeof source !== "string") return;
      const message = complaint(file, source, { lazy: node.type === "ImportExpression" });
      if (message) context.report({ node: node.source, message });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};

export default {
  meta: { name: "guidevane" },
  rules: {
    "one-way-imports": rule,
    "one-clock": oneClock,
    "linear-patterns": linearPatterns,
    "one-gate": oneGate,
    "typed-queries": typedQueries,
    "no-module-names": noModuleNames,
  },
};
