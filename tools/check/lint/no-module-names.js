// The kit (app/records) and the shell (app/admin) know no module: what they show of one comes from the registry. An import is
// refused by one-way-imports; this refuses the name. Docs: docs/decisions/189-the-kit-knows-no-module.md
import { readdirSync } from "node:fs";
import path from "node:path";

const keys = readdirSync("modules", { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
/** "inquiry": what a record of the module is called. Icons have such names too, so only what decides by one is refused. */
const singulars = keys.map((key) => key.replace(/ies$/, "y").replace(/s$/, ""));
const anyKey = keys.join("|");
/** "/admin/deals", "/admin/crm/contacts/1", "?tab=contacts". */
const address = new RegExp(String.raw`(?:/admin/(?:[\w-]+/)?|[?&]tab=)(?:${anyKey})(?![\w-])`);

/**
 * The complaint about a text, or about a name that something is decided by, in `file`; or null.
 * @param {string} file
 * @param {{ text?: string, name?: string }} had
 */
export function nameComplaint(file, { text, name }) {
  if (!/^app\/(?:records|admin)\//.test(file) || /\.test\.tsx?$/.test(file)) return null;
  const known =
    text !== undefined
      ? keys.includes(text) || address.test(text)
      : name !== undefined && (keys.includes(name) || singulars.includes(name));
  return known ? `app/records and app/admin may not name a module (${text ?? name}): the registry tells them` : null;
}

export const noModuleNames = {
  create(context) {
    const file = path
      .relative(process.cwd(), context.filename)
      .split(path.sep)
      .join("/")
      .replace(/^tools\/check\/lint\/fixtures\//, "");
    const report = (node, had) => {
      const message = nameComplaint(file, had);
      if (message) context.report({ node, message });
    };
    const compared = (node) => {
      if (typeof node.value === "string") report(node, { name: node.value });
    };
    return {
      Literal: (node) => typeof node.value === "string" && report(node, { text: node.value }),
      TemplateElement: (node) => report(node, { text: node.value.raw }),
      // { deals: ... }, { deal: ... } and answer.deals
      Property: ({ key, computed }) => !computed && key.type === "Identifier" && report(key, { name: key.name }),
      MemberExpression: ({ property, computed }) =>
        !computed && property.type === "Identifier" && report(property, { name: property.name }),
      // record === "deal", case "deal"
      BinaryExpression: ({ left, right }) => [left, right].forEach(compared),
      SwitchCase: ({ test }) => test && compared(test),
    };
  },
};
