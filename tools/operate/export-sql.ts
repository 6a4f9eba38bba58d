// `npm run export -- sql FILE`: what the server does to its database at start, as one script.
import { writeFile } from "node:fs/promises";
import { upgradeScript } from "../../server/platform/database/upgrade-script.ts";

const header = (
  version: string,
) => `-- Brings a database to Guidevane ${version}: an empty one, one of an earlier release, or one that has it already.
-- Run it as the owner of the database: psql -v ON_ERROR_STOP=1 -f FILE "$DATABASE_URL"
-- It is one transaction. A database of a newer or another release is refused, and nothing is changed.

`;

export async function exportSql(file: string, version: string): Promise<void> {
  await writeFile(file, header(version) + upgradeScript());
}
