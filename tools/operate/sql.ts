// `npm run admin -- sql "select ..."`: one look at the database, also when the server has taken all its connections. `--write` keeps what
// a statement changes. Without a statement it says how to connect with psql.
import { parseArgs } from "node:util";
import { holderOf } from "../../server/platform/database/data-directory-lock.ts";
import { joinDatabase } from "../../server/platform/database/database.ts";
import { operatorRole, serverRole } from "../../server/platform/database/embedded-roles.ts";
import { OperatorError } from "../../server/platform/database/operator-error.ts";
import { operatorCommand, requireDatabase } from "./operator-command.ts";

const usage = `Usage:
  npm run admin -- sql "select ..."          rows, tab-separated; nothing can be changed
  npm run admin -- sql --write "update ..."  in one transaction, which is kept
  npm run admin -- sql                       how to connect with psql`;

function readArguments() {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { write: { type: "boolean" } } });
    if (positionals.length < 2) return { statement: positionals[0], write: values.write ?? false };
  } catch {
    // Said below.
  }
  throw new OperatorError(usage);
}

await operatorCommand(async (env, log) => {
  const { statement, write } = readArguments();
  requireDatabase(env);
  if (statement === undefined) {
    const socket = holderOf(env.DATA_DIR)?.socketDirectory;
    if (!env.DATABASE_URL && !socket) throw new OperatorError("No server runs: start it, or give a statement.");
    console.log(
      env.DATABASE_URL
        ? 'psql "$DATABASE_URL"'
        : `PGOPTIONS="-c role=${serverRole}" psql -h ${socket} -U ${operatorRole} postgres`,
    );
    return;
  }
  const database = await joinDatabase(env, log);
  try {
    const rows = await database.sql.begin(write ? "read write" : "read only", (tx) => tx.unsafe(statement, []));
    const columns = Object.keys(rows[0] ?? {});
    if (columns.length > 0) console.log(columns.join("\t"));
    for (const row of rows) console.log(columns.map((name) => shown(row[name])).join("\t"));
    console.log(`${rows.count} ${rows.count === 1 ? "row" : "rows"}`);
  } catch (error) {
    throw new OperatorError((error as Error).message, { cause: error });
  } finally {
    await database.close();
  }
});

function shown(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString("hex")}`;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
