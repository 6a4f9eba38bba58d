// Screens ask the database by its generated types: nothing that asks may cast its way past them. Docs: docs/decisions/191-typed-answers.md
import path from "node:path";

/** The doors that are past the types, each explained in its file. */
const doors = ["app/lib/supabase.ts", "app/lib/typed-answers.ts", "app/records/any-table.ts", "app/lib/api.ts"];
/** The kit reads records of any table; the kinds of their fields take no value on trust. */
const kit = "app/records/";

const isJudged = (file) =>
  /^(?:app|modules)\//.test(file) && !/\.test\.tsx?$|\/testing\/|\/server\/|\/server\.ts$/.test(file);

export const typedQueries = {
  create(context) {
    const file = path
      .relative(process.cwd(), context.filename)
      .split(path.sep)
      .join("/")
      .replace(/^tools\/check\/lint\/fixtures\//, "");
    if (!isJudged(file) || doors.includes(file)) return {};
    let asks = false;
    const refuse = (node, what) =>
      context.report({ node, message: `queries keep the generated types: ${what} (see app/lib/typed-answers.ts)` });
    return {
      ImportDeclaration(node) {
        if (/\/(?:supabase|typed-answers|any-table)\.ts$/.test(node.source.value)) asks = true;
        for (const { imported } of node.specifiers)
          if (imported?.name === "SupabaseClient") refuse(node, "no client without them");
      },
      Identifier(node) {
        if (node.name === "anyTable") refuse(node, "no anyTable");
      },
      TSAsExpression(node) {
        if (!asks) return;
        const twice = node.expression.type === "TSAsExpression";
        if (twice || node.typeAnnotation.type === "TSAnyKeyword") refuse(node, "no cast through any or unknown");
        // What was awaited is what the database answered: a schema or rowsOf says what it is.
        const inner = node.expression.type === "CallExpression" ? node.expression.arguments[0] : node.expression;
        if (inner?.type === "AwaitExpression" && !isConst(node)) refuse(node, "no cast of an answer");
      },
      CallExpression(node) {
        if (!asks || file.startsWith(kit) || node.callee.type !== "MemberExpression") return;
        const { name } = node.callee.property;
        if (["overrideTypes", "returns"].includes(name) || (name === "select" && node.typeArguments))
          refuse(node, `no ${name} with a hand-written type`);
      },
    };
  },
};

const isConst = ({ typeAnnotation }) => typeAnnotation.typeName?.name === "const";
