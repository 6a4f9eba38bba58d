// Whether a database may be brought to this release: its history must be the beginning of ours, text by text.
import { migrationFiles, type Migration } from "./schema-files.ts";
import { OperatorError } from "./operator-error.ts";
import type { ReservedSql } from "./sql.ts";

/** PostgreSQL 17: `builtin` collations and what search, reports and the outbox use are there since then. */
const minServerVersion = 17;

export interface Applied {
  version: string;
  name: string | null;
  statements: string[] | null;
}

export async function requireServerVersion(session: ReservedSql): Promise<void> {
  const [server] = await session<{ number: number; name: string }[]>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as name`;
  if (server!.number < minServerVersion * 10_000)
    throw new OperatorError(
      `This release needs PostgreSQL ${minServerVersion} or newer; the database is ${server!.name}. Nothing was changed.`,
    );
}

export async function makeHistory(session: ReservedSql): Promise<void> {
  await session.unsafe(`
    create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
    create table if not exists supabase_migrations.supabase_base (version text primary key, applied_at timestamptz not null default now());
    create table if not exists supabase_migrations.current_sql (file text primary key, place int not null, hash text not null);
    create table if not exists supabase_migrations.current_sql_objects (place int primary key, kind text not null, statement text not null);
  `);
}

export const history = (session: ReservedSql): Promise<Applied[]> =>
  session<Applied[]>`select version, name, statements from supabase_migrations.schema_migrations order by version`;

/** Of before 1.0.0, when migrations were still edited. */
export const isBeforeRelease = ({ version }: { version: string }): boolean =>
  version < (migrationFiles()[0]?.version ?? "");

export function requireOwnHistory(applied: readonly Applied[], files: readonly Migration[]): void {
  const own = applied.filter((each) => !isBeforeRelease(each));
  const unknown = own.filter(({ version }) => !files.some((file) => file.version === version));
  if (unknown.length > 0)
    refuse(
      `it was brought up to date by a newer release (${unknown.map(({ version, name }) => `${version}_${name}`).join(", ")}). Start that release, or restore a backup from before`,
    );
  for (const [place, row] of own.entries()) {
    const file = files[place]!;
    if (row.version !== file.version)
      refuse(`it lacks ${file.name}, which is older than what it has (${row.version}_${row.name})`);
    if (row.statements?.join("") !== file.text)
      refuse(`${file.name} was applied to it with another text than this release has`);
  }
}

function refuse(why: string): never {
  throw new OperatorError(`The database does not belong to this release: ${why}. Nothing was changed.`);
}
