// The SQL of this release: what Supabase would provide, migrations (append-only), and current-state files.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../../..");
const baseFolder = path.join(import.meta.dirname, "supabase-base");
const migrationsFolder = path.join(root, "supabase/migrations");
const kernelFolder = path.join(root, "server/platform/sql");
const modulesFolder = path.join(root, "modules");

export interface SqlFile {
  /** "supabase/migrations/20261120090100_people.sql" */
  path: string;
  /** "20261120090100_people.sql" */
  name: string;
  text: string;
}

export interface Migration extends SqlFile {
  /** "20261120090100" */
  version: string;
  title: string;
}

export const baseFiles = (): SqlFile[] => sqlFiles(baseFolder);

export const migrationFiles = (): Migration[] =>
  sqlFiles(migrationsFolder).map((file) => {
    const [version = "", ...title] = file.name.replace(/\.sql$/, "").split("_");
    return { ...file, version, title: title.join("_") };
  });

/** Functions, views, triggers, policies and grants, in the order in which they are applied: the kernel, then each module. */
export const currentFiles = (): SqlFile[] => [
  ...sqlFiles(kernelFolder),
  ...readdirSync(modulesFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .flatMap((module) => sqlFiles(path.join(modulesFolder, module, "sql"))),
];

export const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Each released migration and its hash, one to a line. A released file is never changed or removed (docs/decisions/175). */
export const lockFile = path.join(root, "supabase/migrations.lock");

export const lockText = (migrations: readonly SqlFile[]): string =>
  migrations.map((file) => `${hashOf(file.text)}  ${file.name}\n`).join("");

/** The migrations of 1.0.0. */
const lastOfFirstRelease = "20261120092600";
export const firstRelease = (): string[] =>
  migrationFiles()
    .map(({ version }) => version)
    .filter((version) => version <= lastOfFirstRelease);

/** Before 1.0.0 migrations were still edited. */
export const isBeforeRelease = (version: string): boolean => version < firstRelease()[0]!;

/** Brings a database from before 1.0.0 to the tables of the first migrations. */
export const bridgeFile = (): SqlFile => sqlFile(path.join(root, "supabase/before-1.0.0.sql"));

function sqlFiles(folder: string): SqlFile[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .map((name) => sqlFile(path.join(folder, name)));
}

const sqlFile = (file: string): SqlFile => ({
  path: path.relative(root, file).replaceAll(path.sep, "/"),
  name: path.basename(file),
  text: readFileSync(file, "utf8"),
});
