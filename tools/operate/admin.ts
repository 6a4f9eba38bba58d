// `npm run admin -- add|remove|password|list [EMAIL]`: who may use the back office. `npm run admin -- keys ...` and
// `npm run admin -- files ...` are about keys and files, `npm run admin -- sql` about all else. All work while the server runs.
import type { Env } from "#server/env.ts";
import type { Log } from "#server/http/log.ts";
import type { Sql } from "#server/platform/database/sql.ts";
import { ensureAdministrator, PasswordNeeded } from "../../server/supabase/auth/admin/administrators.ts";
import { readEmail } from "../../server/supabase/auth/email-address.ts";
import { createKeys } from "../../server/supabase/auth/tokens/keys.ts";
import { joinDatabase } from "../../server/platform/database/database.ts";
import { migrate } from "../../server/platform/database/migrate.ts";
import { OperatorError } from "../../server/platform/database/operator-error.ts";
import { newPassword } from "./new-password.ts";
import { operatorCommand, requireDatabase } from "./operator-command.ts";

const usage = `Usage:
  npm run admin -- add you@example.com        make an administrator, and the account if there is none
  npm run admin -- remove you@example.com     take the role away; the account stays
  npm run admin -- password you@example.com   give an administrator a new password and end their sessions
  npm run admin -- list                       show all administrators
  npm run admin -- keys show|rotate|reseal    keys of this installation
  npm run admin -- files move disk|s3         bring all files to the disk or into the bucket
  npm run admin -- sql "select ..."           look into the database; without a statement: how to connect with psql`;

async function add(sql: Sql, email: string): Promise<void> {
  // Someone who has confirmed the address keeps their password; a stranger who only typed it does not.
  let password: string | null = null;
  try {
    await ensureAdministrator(sql, email, null);
  } catch (error) {
    if (!(error instanceof PasswordNeeded)) throw error;
    password = newPassword();
    await ensureAdministrator(sql, email, password);
  }
  console.log(`${email} is an administrator.`);
  if (password) console.log(`Password: ${password}\nIt is shown only now. Change it under Settings after signing in.`);
}

async function setPassword(sql: Sql, email: string): Promise<void> {
  if (!(await administrators(sql)).some((person) => person.email === email))
    throw new OperatorError(`${email} is not an administrator.`);
  const password = newPassword();
  await ensureAdministrator(sql, email, password, { replacePassword: true });
  console.log(`New password of ${email}: ${password}\nIt is shown only now.`);
}

async function remove(sql: Sql, email: string): Promise<void> {
  const removed = await sql.begin(
    (db) => db`
    delete from public.user_roles using auth.users
    where users.id = user_roles.user_id and users.email = ${email} and user_roles.role = 'admin' returning 1`,
  );
  if (removed.length === 0) throw new OperatorError(`${email} is not an administrator.`);
  console.log(`${email} is no longer an administrator.`);
  if ((await administrators(sql)).length === 0) console.log("There is no administrator left.");
}

const administrators = (sql: Sql) => sql<{ email: string; since: string }[]>`
  select users.email, to_char(user_roles.created_at, 'YYYY-MM-DD') as since
  from public.user_roles join auth.users on users.id = user_roles.user_id
  where user_roles.role = 'admin' order by users.email`;

async function list(sql: Sql): Promise<void> {
  const people = await administrators(sql);
  for (const person of people) console.log(`${person.email}  since ${person.since}`);
  if (people.length === 0) console.log("There is no administrator yet: npm run admin -- add you@example.com");
}

const actions: Record<string, (sql: Sql, email: string) => Promise<void>> = {
  add,
  remove,
  password: setPassword,
  list,
};

const commands = new Map<string | undefined, () => Promise<unknown>>([
  ["keys", () => import("./keys.ts")],
  ["files", () => import("./files.ts")],
  ["sql", () => import("./sql.ts")],
]);

const command = commands.get(process.argv[2]);
if (command) {
  process.argv.splice(2, 1);
  await command();
} else await operatorCommand(changePeople);

async function changePeople(env: Env, log: Log): Promise<void> {
  const [name = "", given, ...rest] = process.argv.slice(2);
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (!action || rest.length > 0 || (given === undefined) !== (name === "list")) throw new OperatorError(usage);
  const email = given === undefined ? "" : readEmail(given);
  requireDatabase(env);
  const database = await joinDatabase(env, log);
  try {
    await migrate(database.sql, log);
    await createKeys(env, database.sql, log); // A first start would wonder about users without keys.
    await action(database.sql, email);
  } finally {
    await database.close();
  }
}
