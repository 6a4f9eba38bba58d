// Anyone who could send something past the gate of the outbox is found here: clients of providers, packages or our own, and the
// providers' addresses. Docs: docs/decisions/140-one-gate.md
import path from "node:path";

const gate = "server/platform/outbox/";
/** Asks a provider whether our secrets work, when an administrator presses the button. */
const checks = "server/api/provider-checks.ts";
const client = /^(?:nodemailer|stripe|postmark|@slack\/.+|@sendgrid\/.+|smtp-connection|emailjs)(?:\/|$)/;
const ownClient = /(?:^|\/)server\/platform\/outbox\/providers\//;
const address = /\b(?:api\.postmarkapp\.com|hooks\.slack\.com|api\.stripe\.com)\b/;

/** Files whose work is to serve; tools and tests open servers of their own. */
const isServed = (file) =>
  /^(?:app|modules|server|domain|content)\//.test(file) && !/\.test\.tsx?$|\/testing\//.test(file);

/**
 * The complaint about an import (`source`) or a text in `file`, or null.
 * @param {string} file
 * @param {{ source?: string, text?: string }} had
 */
export function gateComplaint(file, { source, text }) {
  if (!isServed(file) || file.startsWith(gate)) return null;
  if (text !== undefined && address.test(text) && file !== checks) return `only ${gate} may know a provider's address`;
  if (source === undefined) return null;
  const target = source.startsWith(".") ? path.posix.join(path.posix.dirname(file), source) : source.replace(/^#/, "");
  return client.test(source) || ownClient.test(target)
    ? `only ${gate} may import ${source}: everything leaves by the gate`
    : null;
}

export const oneGate = {
  create(context) {
    const file = path
      .relative(process.cwd(), context.filename)
      .split(path.sep)
      .join("/")
      .replace(/^tools\/check\/lint\/fixtures\//, "");
    const imported = (node) => {
      // What is only a type sends nothing.
      if (typeof node.source?.value !== "string" || node.importKind === "type") return;
      const message = gateComplaint(file, { source: node.source.value });
      if (message) context.report({ node: node.source, message });
    };
    const said = (node, text) => {
      const message = typeof text === "string" ? gateComplaint(file, { text }) : null;
      if (message) context.report({ node, message });
    };
    return {
      ImportDeclaration: imported,
      ExportNamedDeclaration: imported,
      ExportAllDeclaration: imported,
      ImportExpression: imported,
      Literal: (node) => said(node, node.value),
      TemplateElement: (node) => said(node, node.value.raw),
    };
  },
};
