// Every statement of the server whose rows have a type is shown to PostgreSQL, which says what columns it answers: a column that was
// renamed in SQL, or has another type than its row says, fails here with the file and the line. Nothing is run.
import { readdirSync, readFileSync } from "node:fs";
import { Client, type Connection, types } from "pg";
import { getConstructionPlans } from "pg-boss";
import { parseAst } from "rolldown/parseAst";
import { expect, test } from "vitest";
import { testDatabase } from "./testing/test-database.ts";

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}
interface Statement {
  at: string;
  text: string;
  /** Column and, where it is a plain one, its type: "string", "number", "boolean", "Date". */
  columns: Map<string, string | null>;
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;

function* nodesIn(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const each of value) yield* nodesIn(each);
  else if (isNode(value)) {
    yield value;
    for (const inner of Object.values(value)) yield* nodesIn(inner);
  }
}

const plain: Record<string, string> = {
  TSStringKeyword: "string",
  TSNumberKeyword: "number",
  TSBooleanKeyword: "boolean",
};

/** The plain type of `string | null`; null for anything else. */
function plainType(type: Node): string | null {
  if (type.type === "TSUnionType") {
    const parts = (type["types"] as Node[]).filter((part) => part.type !== "TSNullKeyword").map(plainType);
    return parts.every((part) => part === parts[0]) ? (parts[0] ?? null) : null;
  }
  if (type.type === "TSLiteralType") return typeof (type["literal"] as { value?: unknown }).value;
  if (type.type === "TSTypeReference" && (type["typeName"] as { name?: string }).name === "Date") return "Date";
  return plain[type.type] ?? null;
}

/** The columns of a row's type, if they are written in the same file. */
function columnsOf(type: Node | undefined, named: Map<string, Node>): Map<string, string | null> | null {
  if (type?.type === "TSTypeReference") return columnsOf(named.get((type["typeName"] as { name: string }).name), named);
  const members =
    type?.type === "TSTypeLiteral"
      ? type["members"]
      : type?.type === "TSInterfaceDeclaration" && (type["extends"] as Node[]).length === 0
        ? (type["body"] as Node)["body"]
        : null;
  if (!Array.isArray(members)) return null;
  const properties = (members as Node[]).filter((member) => member.type === "TSPropertySignature");
  if (properties.length < members.length) return null;
  return new Map(
    properties.map((member) => {
      const key = member["key"] as { name?: string; value?: string };
      const annotated = member["typeAnnotation"] as { typeAnnotation: Node };
      return [key.name ?? key.value ?? "", plainType(annotated.typeAnnotation)];
    }),
  );
}

/** A part of the statement that is made by `sql` itself, and so may be any text. */
const isPart = (value: Node) =>
  value.type === "TaggedTemplateExpression" ||
  value.type === "ConditionalExpression" ||
  (value.type === "CallExpression" &&
    ["sql", "tx", "transaction"].includes((value["callee"] as { name?: string }).name ?? ""));

interface Quasi {
  quasis: { value: { cooked: string } }[];
  expressions: Node[];
}

/** Parts of statements that a file names, as `const columns = (db) => db`id, name``: text alone, without values. */
function namedParts(program: Node): Map<string, string> {
  const parts = new Map<string, string>();
  for (const node of nodesIn(program)) {
    const body = node.type === "VariableDeclarator" ? (node["init"] as Node | null)?.["body"] : null;
    if (!isNode(body) || body.type !== "TaggedTemplateExpression") continue;
    const { quasis, expressions } = body["quasi"] as Quasi;
    if (expressions.length === 0) parts.set((node["id"] as { name: string }).name, quasis[0]!.value.cooked);
  }
  return parts;
}

/** The statement as it is sent: `$1` where a value is. */
function sentText({ quasis, expressions }: Quasi, parts: Map<string, string>): string {
  let values = 0;
  const given = expressions.map((value) => {
    const part = value.type === "CallExpression" && parts.get((value["callee"] as { name?: string }).name ?? "");
    return part || `$${++values}`;
  });
  return quasis.map(({ value }, n) => value.cooked + (given[n] ?? "")).join("");
}

function statementsIn(file: string): { read: Statement[]; left: string[] } {
  const source = readFileSync(file, "utf8");
  const program = parseAst(source, { lang: "ts" }) as unknown as Node;
  const named = new Map<string, Node>();
  const parts = namedParts(program);
  const found = { read: [] as Statement[], left: [] as string[] };
  for (const node of nodesIn(program)) {
    if (node.type === "TSInterfaceDeclaration") named.set((node["id"] as { name: string }).name, node);
    if (node.type === "TSTypeAliasDeclaration")
      named.set((node["id"] as { name: string }).name, node["typeAnnotation"] as Node);
  }
  for (const node of nodesIn(program)) {
    if (node.type !== "TaggedTemplateExpression" || !node["typeArguments"]) continue;
    const [given] = (node["typeArguments"] as { params: Node[] }).params;
    const columns = given?.type === "TSArrayType" ? columnsOf(given["elementType"] as Node, named) : null;
    const quasi = node["quasi"] as Quasi;
    const at = `${file}:${source.slice(0, node.start).split("\n").length}`;
    if (columns === null || quasi.expressions.some(isPart)) found.left.push(at);
    else found.read.push({ at, columns, text: sentText(quasi, parts) });
  }
  return found;
}

const files = ["server", "modules"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name}`)
    .filter((name) => name.endsWith(".ts") && !/\.test\.ts$|\/testing\/|-data\.ts$/.test(name)),
);
const all = files.map(statementsIn);
const statements = all.flatMap(({ read }) => read);

const { sql, connection } = await testDatabase();
// The queue makes its own tables when the server starts.
await sql.unsafe(getConstructionPlans("pgboss"));

interface Described {
  name: string;
  dataTypeID: number;
}

/** What the driver does for a query, without running it: parse and describe. */
function describe(client: Client, text: string): Promise<Described[]> {
  return new Promise((resolve, reject) => {
    let columns: Described[] = [];
    client.query({
      submit(wire: Connection & { describe(what: object): void }) {
        wire.parse({ text, name: "", types: [] }, false);
        wire.describe({ type: "S", name: "" });
        wire.sync();
      },
      handleRowDescription: ({ fields }: { fields: Described[] }) => (columns = fields),
      handleError: reject,
      handleReadyForQuery: () => resolve(columns),
    } as never);
  });
}

const { BOOL, INT2, INT4, INT8, FLOAT4, FLOAT8, TIMESTAMP, TIMESTAMPTZ, JSON: json, JSONB } = types.builtins;
function typeOf(oid: number): string | null {
  if (oid === BOOL) return "boolean";
  if ([INT2, INT4, INT8, FLOAT4, FLOAT8].includes(oid)) return "number";
  if ([TIMESTAMP, TIMESTAMPTZ].includes(oid)) return "Date";
  return [json, JSONB].includes(oid) ? null : "string";
}

test("the statements are found", () => {
  expect(statements.length).toBeGreaterThan(60);
  // Put together from parts, or of a row whose type is elsewhere: the tests of their modules run them.
  expect(all.flatMap(({ left }) => left).length).toBeLessThan(statements.length / 2);
});

test("every statement answers the columns that its row names, of the types it says", async () => {
  const client = new Client(connection);
  await client.connect();
  const wrong: string[] = [];
  for (const { at, text, columns } of statements) {
    const answered = await describe(client, text).catch((error: Error) => {
      wrong.push(`${at}: ${error.message}`);
      return null;
    });
    if (!answered) continue;
    const told = new Map(answered.map(({ name, dataTypeID }) => [name, typeOf(dataTypeID)]));
    for (const [name, type] of columns)
      if (!told.has(name)) wrong.push(`${at}: there is no column "${name}", only ${[...told.keys()].join(", ")}`);
      else if (type !== null && told.get(name) !== null && told.get(name) !== type)
        wrong.push(`${at}: "${name}" is ${told.get(name)}, not ${type}`);
  }
  await client.end();
  expect(wrong).toEqual([]);
});
