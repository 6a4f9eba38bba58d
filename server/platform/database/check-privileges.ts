// On a PostgreSQL of the operator's own: says before the first change what the account behind DATABASE_URL lacks.
import type { ReservedSql } from "./sql.ts";
import { OperatorError } from "./operator-error.ts";

const callerRoles = ["anon", "authenticated", "service_role"];
const roles = [...callerRoles, "authenticator"];
const oldestServer = 15;

export async function checkPrivileges(session: ReservedSql): Promise<void> {
  const [found] = await session<
    { account: string; database: string; version: number; makesRoles: boolean; notMember: string[]; creates: boolean }[]
  >`
    select current_user as account, current_database() as database,
           current_setting('server_version_num')::int / 10000 as version,
           me.rolsuper or (me.rolcreaterole and me.rolbypassrls)
             or (select count(*) = ${roles.length} from pg_roles where rolname = any(${roles})) as "makesRoles",
           array(select rolname::text from pg_roles r
                 where rolname = any(${callerRoles}) and not me.rolsuper and not pg_has_role(me.oid, r.oid, 'member')) as "notMember",
           has_database_privilege(current_database(), 'create') as creates
    from pg_roles me where rolname = current_user`;
  if (!found) return;
  const { account, database } = found;
  const quoted = `"${account.replaceAll('"', '""')}"`;
  const missing: string[] = [];
  if (found.version < oldestServer)
    missing.push(`PostgreSQL ${oldestServer} or newer is needed; this server is version ${found.version}.`);
  if (!found.makesRoles)
    missing.push(
      `It must be able to make the roles ${roles.join(", ")}. As a superuser: alter role ${quoted} createrole bypassrls;`,
    );
  if (found.notMember.length > 0)
    missing.push(
      `It must be able to act as the roles of callers. As a superuser: grant ${found.notMember.join(", ")} to ${quoted};`,
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
