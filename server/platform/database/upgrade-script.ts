// One SQL script that brings a database to this release, whatever it has: the files of the release, then upgrade.sql, in one transaction.
import { readFileSync } from "node:fs";
import path from "node:path";
import {
  baseFiles,
  bridgeFile,
  currentFiles,
  firstRelease,
  hashOf,
  migrationFiles,
  type SqlFile,
} from "./schema-files.ts";

/** What a database has been given, by file name and version. */
export interface SchemaVersion {
  base: string[];
  migrations: string[];
}

const upgradeSql = readFileSync(path.join(import.meta.dirname, "upgrade.sql"), "utf8");

/** Whether a start would be refused, by the same text: it ends with a rollback. */
export function checkScript(): string {
  const [before = ""] = upgradeScript().split("\n-- Checked. ");
  return `${before}\nrollback;\n`;
}

/** `only` stops at the tables of an earlier schema, into which an older backup is loaded. The last statement that answers rows lists
 *  the files that were applied. */
export function upgradeScript(only?: SchemaVersion): string {
  const ofFirstRelease = firstRelease();
  const inserts = [
    ...baseFiles().map((file, place) =>
      insert("base", file, place, { isWanted: !only || only.base.includes(file.name) }),
    ),
    ...migrationFiles().map((file, place) =>
      insert("migration", file, place, {
        isWanted: !only || only.migrations.includes(file.version),
        isOfFirstRelease: ofFirstRelease.includes(file.version),
      }),
    ),
    insert("before release", bridgeFile(), 0),
    ...(only ? [] : currentFiles().map((file, place) => insert("current", file, place))),
  ];
  return `begin;
-- The same text has the same meaning for every account.
set local client_encoding = 'UTF8';
set local client_min_messages = 'warning';
set local standard_conforming_strings = on;
set local search_path = '';
-- An account's limits are meant for requests.
set local statement_timeout = 0;
set local lock_timeout = 0;
set local idle_in_transaction_session_timeout = 0;

create temporary table release_files (
  kind text not null,
  place int not null,
  path text primary key,
  text text not null,
  hash text not null,
  is_wanted boolean not null,
  is_of_first_release boolean not null,
  is_applied boolean not null default false,
  name text generated always as (regexp_replace(path, '^.*/', '')) stored,
  version text generated always as (substring(path from '([0-9]+)_[^/]*$')) stored,
  title text generated always as (substring(path from '[0-9]+_([^/]*)[.]sql$')) stored
) on commit drop;
${inserts.join("\n")}

${upgradeSql}
select kind, path from pg_temp.release_files where is_applied order by kind, place;
commit;
`;
}

function insert(
  kind: string,
  file: SqlFile,
  place: number,
  { isWanted = true, isOfFirstRelease = false } = {},
): string {
  return `insert into pg_temp.release_files (kind, place, path, hash, is_wanted, is_of_first_release, text) values
('${kind}', ${place}, '${file.path}', '${hashOf(file.text)}', ${isWanted}, ${isOfFirstRelease}, ${quoted(file.text)});`;
}

/** Readable as it is in its file. */
function quoted(text: string): string {
  let tag = "$file$";
  for (let count = 1; text.includes(tag); count++) tag = `$file${count}$`;
  return tag + text + tag;
}
