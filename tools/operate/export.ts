// `npm run export -- DIR`: the public site as files for nginx or a CDN, with the same headers as the server sends.
// `npm run export -- sql FILE`: the schema as one script.
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { redirects } from "#content/redirects.ts";
import { BadSetting, type Env, readEnv } from "#server/env.ts";
import { actAsCommand } from "#server/http/current-request.ts";
import { createLog } from "#server/http/log.ts";
import { noteAct } from "#server/platform/acts.ts";
import { joinRunning, openDatabase } from "#server/platform/database/database.ts";
import { loadSite, type SiteFile } from "#server/http/website/load-site.ts";
import { hasNoAddress, shell } from "#server/http/website/paths.ts";
import packageJson from "../../package.json" with { type: "json" };
import { exportSql } from "./export-sql.ts";
import { type ExportedFile, nginxConfiguration, toolsHostConfiguration } from "./nginx-configuration.ts";

/** Writes DIR/files (what is served) and DIR/nginx (configuration to include). Returns how many files there are. */
export async function exportSite(env: Env, directory: string): Promise<number> {
  await emptied(directory);
  // The shell of the back office stays with the server, and with it the publishable key.
  const site = await loadSite(env, "");
  const exported: ExportedFile[] = [];
  for (const url of site.paths) {
    if (url === shell) continue;
    const page = site.get(url, "page");
    const file = page ?? site.get(url, "file");
    if (!file) continue;
    const name = page ? pageFile(url) : url;
    exported.push({
      url,
      name,
      isPage: page !== undefined,
      headers: await write(file, path.join(directory, "files", name)),
    });
  }
  await mkdir(path.join(directory, "nginx"));
  await writeFile(path.join(directory, "nginx/site.conf"), nginxConfiguration(exported, env, redirects));
  await writeFile(path.join(directory, "nginx/tools-host.conf"), toolsHostConfiguration(exported, env));
  return exported.length;
}

/** 404.html is where most hosts look for it. */
const pageFile = (url: string): string => (hasNoAddress.test(url) ? `${url}.html` : path.posix.join(url, "index.html"));

async function write(file: SiteFile, target: string): Promise<Record<string, string>> {
  const { identity, br, gzip } = await file.everyForm();
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, identity.body);
  if (br) await writeFile(`${target}.br`, br.body);
  if (gzip) await writeFile(`${target}.gz`, gzip.body);
  return identity.headers;
}

/** An export of before is replaced; a folder with anything else in it is left alone. */
async function emptied(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  const foreign = (await readdir(directory)).filter((name) => name !== "files" && name !== "nginx");
  if (foreign.length > 0)
    throw new BadSetting(`${directory} holds something else (${foreign[0]}): name an empty or a new folder.`);
  for (const name of ["files", "nginx"]) await rm(path.join(directory, name), { recursive: true, force: true });
}

async function exportSiteTo(directory: string): Promise<void> {
  const env = readEnv(process.env);
  const count = await exportSite(env, path.resolve(directory));
  console.log(
    `${count} pages and files for ${env.SITE_URL} are in ${directory}. deploy/nginx.conf shows how to serve them.`,
  );
  await noteExport(env, count);
  if (!env.siteUrlIsSet) console.log("SITE_URL is not set: the pages name that address as their own.");
}

/** The audit log of the server that runs here; the export itself needs no database. */
async function noteExport(env: Env, files: number): Promise<void> {
  if (env.SUPABASE_URL) return;
  const log = createLog({ LOG_LEVEL: "silent" });
  const database = env.DATABASE_URL
    ? await openDatabase(env, log, { attempts: 0 }).catch(() => null)
    : joinRunning(env, log);
  if (!database) return;
  actAsCommand("Command line");
  await noteAct(database.sql, { act: "exported", subject: "public site", becomes: { files } })
    .catch((error: unknown) => console.log(`The audit log could not take it: ${(error as Error).message}`))
    .finally(() => database.close());
}

if (import.meta.main) {
  const [first, file] = process.argv.slice(2);
  try {
    if (!first || (first === "sql" && !file))
      throw new BadSetting("Say where to: npm run export -- DIR, or npm run export -- sql FILE");
    if (first === "sql") {
      await exportSql(file!, packageJson.version);
      console.log(`${file} brings a database to this release: psql -v ON_ERROR_STOP=1 -f ${file} "$DATABASE_URL"`);
    } else await exportSiteTo(first);
  } catch (error) {
    console.error(error instanceof BadSetting ? error.message : error);
    process.exitCode = 1;
  }
}
