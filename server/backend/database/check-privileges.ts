// On a PostgreSQL of the operator's own: says before the first change what the account behind DATABASE_URL lacks.
import type postgres from "postgres";
import { OperatorError } from "./operator-error.ts";

const roles = ["anon", "authenticated", "service_role", "authenticator"];
const oldestServer = 15;

export async function checkPrivileges(session: postgres.ReservedSql): Promise<void> {
  const [found] = await session<
    { account: string; version: number; superuser: boolean; makes_roles: boolean; creates: boolean; database: string }[]
  >`
    select current_user as account,
           current_setting('server_version_num')::int / 10000 as version,
           rolsuper as superuser,
           rolsuper
             or (select count(*) = ${roles.length} and bool_and(pg_has_role(current_user, oid, 'member'))
                 from pg_roles where rolname = any(${roles}))
             or (rolcreaterole and rolbypassrls) as makes_roles,
           has_database_privilege(current_database(), 'create') as creates,
           current_database() as database
    from pg_roles where rolname = current_user`;
  if (!found) return;
  const { account, database } = found;
  const quoted = `"${account.replaceAll('"', '""')}"`;
  const missing: string[] = [];
  if (found.version < oldestServer)
    missing.push(`PostgreSQL ${oldestServer} or newer is needed; this server is version ${found.version}.`);
  if (!found.makes_roles)
    missing.push(
      `It must be able to make the roles ${roles.join(", ")}. As a superuser: alter role ${quoted} createrole bypassrls;`,
    );
  if (!found.creates)
    missing.push(
      `It must be able to make schemas. As a superuser: grant create on database "${database}" to ${quoted};`,
    );
  if (missing.length > 0)
    throw new OperatorError(
      `The account ${account} of DATABASE_URL lacks what the first start needs. Nothing was changed.\n  ${missing.join("\n  ")}`,
    );
}
