// Code that serves reads the time in one place (domain/clock.ts), or is handed it: then a test can say what time it is, and a
// search finds what depends on it. Durations are measured by performance.now(). Docs: docs/decisions/430-one-clock-to-read.md
import path from "node:path";

/** Files that read the wall clock by themselves, and why. */
export const readers = {
  "domain/clock.ts": "is the clock",
  "app/ui/compact/day-input.tsx": "only suggests a month to a picker; app/ui imports nothing of ours",
};

const isServed = (file) =>
  /^(?:app|modules|server|domain|content)\//.test(file) && !/\.test\.tsx?$|(?:^|\/)testing\//.test(file);

/** @param {string} file */
export const mayReadClock = (file) => !isServed(file) || Object.hasOwn(readers, file);

const message = "ask domain/clock.ts for the time, or performance.now() for how long something takes";
const isDate = (node) => node?.type === "Identifier" && node.name === "Date";
const named = (node, name) => node?.type === "Identifier" && node.name === name;

export const oneClock = {
  create(context) {
    const file = path
      .relative(process.cwd(), context.filename)
      .split(path.sep)
      .join("/")
      .replace(/^tools\/check\/lint\/fixtures\//, "");
    if (mayReadClock(file)) return {};
    return {
      NewExpression(node) {
        if (isDate(node.callee) && node.arguments.length === 0) context.report({ node, message });
      },
      CallExpression(node) {
        if (isDate(node.callee)) context.report({ node, message });
      },
      MemberExpression(node) {
        const { object, property } = node;
        if ((isDate(object) && named(property, "now")) || (named(object, "Temporal") && named(property, "Now")))
          context.report({ node, message });
      },
      ImportSpecifier(node) {
        if (
          node.parent?.source?.value === "@internationalized/date" &&
          /^(?:today|now)$/.test(node.imported?.name ?? "")
        )
          context.report({ node, message });
      },
    };
  },
};
