// `npm run doctor`: checks settings, build, database, mail and disk, and says what to fix. Changes nothing
// but for a small file that it puts into the storage and takes away again.
import { existsSync } from "node:fs";
import { integrations } from "../../content/integrations.ts";
import { site } from "../../content/site.ts";
import type { OperatorReport } from "../../server/api/operator-report.ts";
import { checkProvider } from "../../server/api/provider-checks.ts";
import { reportContinuous } from "../../server/platform/database/continuous/continuous-report.ts";
import { type Database, joinDatabase } from "../../server/platform/database/database.ts";
import { checkDatabase as checkSchema, newestSchema, schemaVersion } from "../../server/platform/database/migrate.ts";
import type { Sql } from "../../server/platform/database/sql.ts";
import { diskFigures } from "../../server/platform/operations/disk-figures.ts";
import { differenceInWords, zoneDifferences, zonesInUse } from "../../server/platform/operations/zone-data.ts";
import { outboxFigures, type Waiting, watchedStates } from "../../server/platform/operations/outbox-figures.ts";
import { gateClosed } from "../../server/platform/outbox/gate-closed.ts";
import { type Env, readEnv } from "../../server/env.ts";
import { createLog } from "../../server/http/log.ts";
import { checkPostmark, checkUnsubscribing } from "../../server/platform/outbox/check-mail.ts";
import { trySmtp } from "../../server/platform/outbox/providers.ts";
import { watchSettings } from "../../server/platform/live-settings.ts";
import { lookSealed } from "../../server/platform/sealed.ts";
import { unopenedInWords, unopenedSecrets } from "../../server/platform/unopened-secrets.ts";
import { sealedTables } from "../../server/module-servers.ts";
import { probePlace } from "../../server/platform/storage/probe-place.ts";
import { createStorage } from "../../server/platform/storage/storage.ts";
import { keyStoreFor } from "../../server/supabase/auth/tokens/keys.ts";
import { checkProxy, checkPublishing, checkSettings, type Finding } from "./check-settings.ts";
import { requireDatabase, sentenceOf } from "./operator-command.ts";

let toFix = 0;
const say = (mark: "ok  " | "note" | "FIX ", what: string, detail: string) => {
  if (mark === "FIX ") toFix++;
  console.log(`${mark}  ${what.padEnd(12)} ${detail}`);
};

async function checking(what: string, check: () => Promise<void> | void): Promise<void> {
  try {
    await check();
  } catch (error) {
    say("FIX ", what, sentenceOf(error));
  }
}

function settingsOf(): Env | null {
  try {
    return readEnv(process.env);
  } catch (error) {
    say("FIX ", "settings", (error as Error).message);
    return null;
  }
}

const marks = { ok: "ok  ", note: "note", fix: "FIX " } as const;
const sayAll = (what: string, findings: Finding[]) => {
  for (const { mark, words } of findings) say(marks[mark], what, words);
};

/** What the server asks of its database at every start, in the same words. Null when it would not start: what follows from that is not said again. */
async function openAsAtStart(env: Env): Promise<Database | null> {
  let database: Database | undefined;
  try {
    requireDatabase(env);
    database = await joinDatabase(env, createLog({ LOG_LEVEL: "silent" }));
    await checkSchema(database.sql);
    return database;
  } catch (error) {
    await database?.close();
    say("FIX ", "database", sentenceOf(error));
    return null;
  }
}

async function checkDatabase({ sql }: Database): Promise<void> {
  const [{ version, migrations } = { version: "", migrations: 0 }] = await sql<
    { version: string; migrations: number }[]
  >`
    select current_setting('server_version') as version,
      (select count(*)::int from supabase_migrations.schema_migrations) as migrations`;
  say("ok  ", "database", `PostgreSQL ${version}, ${migrations} migrations`);
  const [copy] = await sql<{ day: string }[]>`
    select to_char(taken_at, 'YYYY-MM-DD') as day from private.restored where live_at is null`;
  if (copy) say("note", "database", `a copy of ${copy.day}: nothing leaves until an administrator goes live in /admin`);
  const zones = await zonesInUse(sql);
  const differences = await zoneDifferences(sql, zones);
  for (const difference of differences) say("FIX ", "time zones", differenceInWords(difference));
  if (differences.length === 0) say("ok  ", "time zones", `PostgreSQL and Node.js agree on ${zones.join(", ")}`);
  const [{ admins } = { admins: 0 }] = await sql<{ admins: number }[]>`
    select count(*)::int as admins from public.user_roles where role = 'admin'`;
  if (admins === 0) say("FIX ", "database", "no administrator yet: npm run admin -- add you@example.com");
}

/** The keys as the server reads them at start, and what they open. */
async function checkKeys(env: Env, sql: Sql): Promise<void> {
  const store = keyStoreFor(env, sql);
  const keys = await store.read();
  if (!keys) say("note", "keys", `none in ${store.place} yet: the next start makes them`);
  const exposure = keys && (await store.exposure());
  if (exposure) say("FIX ", "keys", exposure);
  const names = await unopenedSecrets(sql, lookSealed(env), await sealedTables());
  if (names.length > 0) say("FIX ", "keys", unopenedInWords(names, env.DATA_DIR));
  else if (keys) say("ok  ", "keys", `${store.place} is whole, and every stored secret opens`);
}

/** With what was pasted in Settings. */
async function withPasted(env: Env, sql: Sql): Promise<Env> {
  const settings = await watchSettings({ sql, env, sealing: lookSealed(env) });
  settings.stop();
  return settings.env;
}

async function checkDataDirectory(env: Env): Promise<void> {
  const disk = await diskFigures(env);
  const free = `${(disk.freeBytes / 1e9).toFixed(1)} GB free in DATA_DIR`;
  const reserve = `${(disk.reserveBytes / 1e9).toFixed(1)} GB (DISK_RESERVE_MB)`;
  if (disk.freeBytes < disk.reserveBytes)
    say("FIX ", "disk", `${free}: below ${reserve} writes are refused; make room`);
  else if (disk.freeBytes < 2 * disk.reserveBytes) say("note", "disk", `${free}: writes are refused below ${reserve}`);
  else say("ok  ", "disk", free);
}

async function checkMail(env: Env): Promise<void> {
  const email = integrations.find(({ id }) => id === "email");
  if (env.POSTMARK_SERVER_TOKEN && email) {
    const result = await checkProvider(email, env, fetch);
    say(result.ok ? "ok  " : "FIX ", "mail", result.message);
  } else if (env.SMTP_URL) {
    const why = await trySmtp(env.SMTP_URL);
    say(why === null ? "ok  " : "FIX ", "mail", why ?? "the SMTP server takes our sign-in");
  } else say("note", "mail", "no provider: mail is written to the outbox folder of DATA_DIR");
}

async function checkUnsubscribe(env: Env): Promise<void> {
  const unsubscribing = await checkUnsubscribing(env, site.email);
  sayAll("unsubscribe", [unsubscribing]);
  sayAll("mail", await checkPostmark(env));
}

async function checkOutbox(env: Env, sql: Sql): Promise<void> {
  const figures = await outboxFigures(sql);
  const told = watchedStates.map((state) => `${figures[state].count} ${state}${ageOf(figures[state])}`).join(", ");
  if (figures.uncertain.count > 0)
    say("note", "outbox", `${told}; uncertain ones may have left: settle them in /admin/outbox`);
  else if ((figures.queued.oldestSeconds ?? 0) > lateSeconds)
    say("FIX ", "outbox", `${told}; queued ones should have left: does the server run, does the provider answer?`);
  else say("ok  ", "outbox", told);
  sayAll("mail", checkPublishing(env, (await gateClosed(sql, env.AUTO_PUBLISH ?? null)) !== "safe"));
}

/** What is due leaves within a minute, also after a restart. */
const lateSeconds = 600;

const ageOf = ({ oldestSeconds }: Waiting): string => {
  if (!oldestSeconds) return "";
  const minutes = Math.round(oldestSeconds / 60);
  const age =
    minutes < 120
      ? `${minutes} min`
      : minutes < 2880
        ? `${Math.round(minutes / 60)} h`
        : `${Math.round(minutes / 1440)} days`;
  return ` (oldest ${age})`;
};

/** Asks the running server by its public address how the request came. The key goes to no one but SITE_URL. */
async function checkWayHere(env: Env, sql: Sql): Promise<void> {
  if (!env.siteUrlIsSet) return;
  const key = env.SECRET_KEY ?? (await keyStoreFor(env, sql).read())?.secretKey;
  if (!key) return;
  const answer = await fetch(`${env.SITE_URL}/healthz`, { headers: { apikey: key }, signal: AbortSignal.timeout(5000) })
    .then((response) => response.json() as Promise<{ operations?: OperatorReport }>)
    .catch(() => null);
  const address = answer?.operations?.request?.address;
  if (address) sayAll("proxy", [checkProxy(env, address)]);
  else say("note", "proxy", "SITE_URL does not lead to this server now, so its proxy could not be checked");
}

/** Of the database of this machine: other databases have backups of their own. */
function checkContinuousBackup(env: Env): void {
  const report = env.DATABASE_URL ? null : reportContinuous(env.DATA_DIR);
  if (report) say(marks[report.mark], "backup", report.words);
}

const maxInspected = 1000;

async function checkFiles(env: Env, sql: Sql): Promise<void> {
  const storage = createStorage(env, sql);
  const trouble = await storage.trouble();
  if (trouble) return say("FIX ", "files", trouble);
  for (const wrong of await probePlace(storage.placeOf(storage.place))) say("FIX ", "files", wrong);
  const { there, missing } = await storage.inspect(maxInspected);
  const where = env.S3_ENDPOINT ? "in the bucket" : "in DATA_DIR/files";
  if (missing > 0)
    say("FIX ", "files", `${missing} of the newest ${there + missing} files are not ${where}: restore a backup`);
  else say("ok  ", "files", `${there === maxInspected ? `the newest ${there}` : there} files ${where}`);
}

async function checkMailOf(env: Env): Promise<void> {
  await checking("mail", () => checkMail(env));
  await checking("unsubscribe", () => checkUnsubscribe(env));
}

async function checkAll(env: Env): Promise<void> {
  say("ok  ", "settings", "all are readable");
  sayAll("settings", checkSettings(env, process.env));
  // A mistyped DATA_DIR is the database's to say.
  if (existsSync(env.DATA_DIR)) await checking("disk", () => checkDataDirectory(env));
  if (env.SUPABASE_URL) {
    say("note", "database", "users and data are in hosted Supabase");
    return checkMailOf(env);
  }
  await checking("backup", () => checkContinuousBackup(env));
  const database = await openAsAtStart(env);
  if (!database) return checkMailOf(env);
  const { sql } = database;
  try {
    // A database that no server of this release has brought up to date has other tables.
    if (!(await isUpToDate(sql))) {
      say("note", "database", "the next start brings it to this release; ask again after it");
      return await checkMailOf(env);
    }
    await checking("database", () => checkDatabase(database));
    await checking("keys", () => checkKeys(env, sql));
    const live = await withPasted(env, sql);
    await checkMailOf(live);
    await checking("outbox", () => checkOutbox(live, sql));
    await checking("proxy", () => checkWayHere(env, sql));
    await checking("files", () => checkFiles(live, sql));
  } finally {
    await database.close();
  }
}

async function isUpToDate(sql: Sql): Promise<boolean> {
  const [found] = await sql<{ there: boolean }[]>`
    select to_regclass('supabase_migrations.supabase_base') is not null as there`;
  return found?.there === true && (await schemaVersion(sql)).migrations.join() === newestSchema().migrations.join();
}

const env = settingsOf();
await checking("build", () => {
  if (existsSync("build/app/client/index.html")) say("ok  ", "build", "pages are built");
  else say("FIX ", "build", "no build: npm run build");
});
if (env) await checkAll(env);
console.log(toFix === 0 ? "Nothing to fix." : `${toFix} to fix.`);
process.exitCode = toFix === 0 ? 0 : 1;
