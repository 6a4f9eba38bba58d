// The rooms of the house and what each may import. Docs: docs/decisions/003-one-way-imports.md
import path from "node:path";

// First match wins, so inner rooms stand before outer ones.
const rooms = [
  ["app/site", ["app/site", "app/ui", "app/lib", "domain", "content"]],
  ["app/auth", ["app/auth", "app/ui", "app/lib", "domain", "content"]],
  [
    "app/admin/crm/accounts",
    ["app/admin/crm/accounts", "app/admin", "app/auth/session", "app/ui", "app/lib", "domain", "content"],
  ],
  [
    "app/admin/crm/contacts",
    ["app/admin/crm/contacts", "app/admin", "app/auth/session", "app/ui", "app/lib", "domain", "content"],
  ],
  ["app/admin", ["app/admin", "modules", "app/auth/session", "app/ui", "app/lib", "domain", "content"]],
  ["app/ui", ["app/ui"]],
  ["app/lib", ["app/lib", "domain", "content"]],
  ["app", ["app", "domain", "content"]],
  ["modules", ["modules", "app/records", "app/ui", "app/lib", "app/auth/session", "domain", "content"]],
  ["domain", ["domain"]],
  ["content", ["content"]],
  ["server", ["server", "domain", "content"]],
];
const entities = ["app/admin/crm/accounts", "app/admin/crm/contacts"];

const inRoom = (file, room) =>
  file === room || file.startsWith(`${room}/`) || (room.endsWith("/session") && file.replace(/\.tsx?$/, "") === room);

/** The complaint about `source` imported from `file` (a path inside the house), or null. */
export function complaint(file, source) {
  const target = source.startsWith("#")
    ? source.slice(1)
    : source.startsWith(".")
      ? path.posix.normalize(path.posix.join(path.posix.dirname(file), source))
      : null;
  if (target === null) return null;
  const room = rooms.find(([name]) => inRoom(file, name));
  if (!room) return null;
  const [name, allowed] = room;
  const otherEntity = entities.find((entity) => inRoom(target, entity) && entity !== name);
  const entityToEntity = entities.includes(name) && otherEntity;
  if (!entityToEntity && allowed.some((other) => inRoom(target, other))) return null;
  return `${name} may not import ${target} (it may import: ${allowed.join(", ")})`;
}

const rule = {
  create(context) {
    const root = process.cwd();
    // Fixtures stand for a file of the house: tools/check/lint/fixtures/app/site/x.ts is judged as app/site/x.ts.
    const file = path
      .relative(root, context.filename)
      .split(path.sep)
      .join("/")
      .replace(/^tools\/check\/lint\/fixtures\//, "");
    const check = (node) => {
      const source = node.source?.value;
      if (typeof source !== "string") return;
      const message = complaint(file, source);
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

export default { meta: { name: "guidevane" }, rules: { "one-way-imports": rule } };
