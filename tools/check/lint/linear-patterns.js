// Text from outside meets regular expressions on the server: one that takes quadratic time or worse lets a small text stop it. scslre looks
// for quantifiers that overlap or repeat themselves. What is found is written in another way, or applied to text that was cut before.
import path from "node:path";
import { analyse } from "scslre";

/** Files that run on the server; screens (*.tsx, app/) stop only the tab of the person who looks. */
export const runsOnServer = (file) =>
  /^(?:server|domain|modules\/[^/]+\/server(?:\/|\.ts$))/.test(file) &&
  file.endsWith(".ts") &&
  !/\.test\.ts$|\/testing\//.test(file);

/**
 * The complaint about a pattern, or null.
 * @param {string} pattern
 * @param {string} flags
 */
export function patternComplaint(pattern, flags) {
  let found;
  try {
    // Moves (a search that starts again at each place) are quadratic with a small factor, and most are on text that was cut.
    found = analyse({ source: pattern, flags }, { reportTypes: { Move: false, Self: true, Trade: true } });
  } catch {
    return null;
  }
  const [report] = found.reports;
  return report
    ? `this pattern takes ${report.exponential ? "exponential" : "quadratic"} time on some texts: its quantifiers overlap`
    : null;
}

export const linearPatterns = {
  create(context) {
    const file = path
      .relative(process.cwd(), context.filename)
      .split(path.sep)
      .join("/")
      .replace(/^tools\/check\/lint\/fixtures\//, "");
    if (!runsOnServer(file)) return {};
    const check = (node, pattern, flags) => {
      const message = patternComplaint(pattern, flags);
      if (message) context.report({ node, message });
    };
    return {
      Literal(node) {
        if (node.regex) check(node, node.regex.pattern, node.regex.flags);
      },
      NewExpression(node) {
        const [source, flags] = node.arguments;
        if (node.callee.name !== "RegExp" || typeof source?.value !== "string") return;
        check(node, source.value, typeof flags?.value === "string" ? flags.value : "");
      },
    };
  },
};
