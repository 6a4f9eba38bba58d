// `npm run doctor`: checks settings, build, database, mail and disk, and says what to fix. Changes nothing
// but for a small file that it puts into the storage and takes away again.
import { existsSync } from "node:fs";
import { createTransport } from "nodemailer";
import { integrations } from "../../content/integrations.ts";
import { site } from "../../content/site.ts";
import type { OperatorReport } from "../../server/api/operator-report.ts";
import { checkProvider } from "../../server/api/provider-checks.ts";
import { reportContinuous } from "../../server/platform/database/continuous/continuous-report.ts";
import { joinDatabase } from "../../server/platform/database/database.ts";
import type { Sql } from "../../server/platform/database/sql.ts";
import { diskFigures } from "../../server/platform/operations/disk-figures.ts";
import { differenceInWords, zoneDifferences, zonesInUse } from "../../server/platform/operations/zone-data.ts";
import { outboxFigures, type Waiting, watchedStates } from "../../server/platform/operations/outbox-figures.ts";
import { gateClosed } from "../../server/platform/outbox/gate-closed.ts";
import { type Env, readEnv } from "../../server/env.ts";
import { createLog } from "../../server/http/log.ts";
import { checkPostmark, checkUnsubscribing } from "../../server/platform/outbox/check-mail.ts";
import { probePlace } from "../../server/platform/storage/probe-place.ts";
import { createStorage } from "../../server/platform/storage/storage.ts";
import { keyStoreFor } from "../../server/supabase/auth/tokens/keys.ts";
import { checkProxy, checkPublishing, checkSettings, type Finding } from "./check-settings.ts";
import { requireDatabase } from "./operator-command.ts";

let toFix = 0;
const say = (mark: "ok  " | "note" | "FIX ", what: string, detail: string) => {
  if (mark === "FIX ") toFix++;
  console.log(`${mark}  ${what.padEnd(12)} ${detail}`);
};

async function checking(what: string, check: () => Promise<void> | void): Promise<void> {
  try {
    await check();
  } catch (error) {
    say("FIX ", what, error instanceof Error ? error.message : String(error));
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

async function checkDatabase(env: Env): Promise<void> {
  requireDatabase(env);
  const database = await joinDatabase(env, createLog({ LOG_LEVEL: "silent" }));
  try {
    const [{ version, migrations, admins } = { version: "", migrations: 0, admins: 0 }] = await database.sql<
      { version: string; migrations: number; admins: number }[]
    >`select current_setting('server_version') as version,
             (select count(*)::int from supabase_migrations.schema_migrations) as migrations,
             (select count(*)::int from public.user_roles where role = 'admin') as admins`;
    say("ok  ", "database", `PostgreSQL ${version}, ${migrations} migrations`);
    // A database that no server of this release has opened yet has no such table.
    const [known] = await database.sql<
      { knows: boolean }[]
    >`select to_regclass('private.restored') is not null as knows`;
    const [copy] = known?.knows
      ? await database.sql<{ day: string }[]>`
          select to_char(taken_at, 'YYYY-MM-DD') as day from private.restored where live_at is null`
      : [];
    if (copy)
      say("note", "database", `a copy of ${copy.day}: nothing leaves until an administrator goes live in /admin`);
    const zones = await zonesInUse(database.sql);
    const differences = await zoneDifferences(database.sql, zones);
    for (const difference of differences) say("FIX ", "time zones", differenceInWords(difference));
    if (differences.length === 0) say("ok  ", "time zones", `PostgreSQL and Node.js agree on ${zones.join(", ")}`);
    if (admins === 0) say("FIX ", "database", "no administrator yet: npm run admin -- add you@example.com");
  } finally {
    await database.close();
  }
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
    const transport = createTransport({ url: env.SMTP_URL, connectionTimeout: 5000, greetingTimeout: 5000 } as object);
    await transport.verify().catch((error: Error) => {
      throw new Error(`the SMTP server of SMTP_URL does not take our sign-in: ${error.message}`);
    });
    say("ok  ", "mail", "the SMTP server takes our sign-in");
  } else say("note", "mail", "no provider: mail is written to the outbox folder of DATA_DIR");
}

async function checkUnsubscribe(env: Env): Promise<void> {
  const unsubscribing = await checkUnsubscribing(env, site.email);
  sayAll("unsubscribe", [unsubscribing]);
  sayAll("mail", await checkPostmark(env));
}

async function checkOutbox(env: Env): Promise<void> {
  requireDatabase(env);
  const database = await joinDatabase(env, createLog({ LOG_LEVEL: "silent" }));
  try {
    const figures = await outboxFigures(database.sql);
    const told = watchedStates.map((state) => `${figures[state].count} ${state}${ageOf(figures[state])}`).join(", ");
    if (figures.uncertain.count > 0)
      say("note", "outbox", `${told}; uncertain ones may have left: settle them in /admin/outbox`);
    else if ((figures.queued.oldestSeconds ?? 0) > lateSeconds)
      say("FIX ", "outbox", `${told}; queued ones should have left: does the server run, does the provider answer?`);
    else say("ok  ", "outbox", told);
    sayAll("mail", checkPublishing(env, (await gateClosed(database.sql, env.AUTO_PUBLISH ?? null)) !== "safe"));
    await checking("proxy", () => checkWayHere(env, database.sql));
  } finally {
    await database.close();
  }
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

async function checkFiles(env: Env): Promise<void> {
  requireDatabase(env);
  const database = await joinDatabase(env, createLog({ LOG_LEVEL: "silent" }));
  try {
    const storage = createStorage(env, database.sql);
    const trouble = await storage.trouble();
    if (trouble) return say("FIX ", "files", trouble);
    for (const wrong of await probePlace(storage.placeOf(storage.place))) say("FIX ", "files", wrong);
    const { there, missing } = await storage.inspect(maxInspected);
    const where = env.S3_ENDPOINT ? "in the bucket" : "in DATA_DIR/files";
    if (missing > 0)
      say("FIX ", "files", `${missing} of the newest ${there + missing} files are not ${where}: restore a backup`);
    else say("ok  ", "files", `${there === maxInspected ? `the newest ${there}` : there} files ${where}`);
  } finally {
    await database.close();
  }
}

const env = settingsOf();
await checking("build", () => {
  if (existsSync("build/app/client/index.html")) say("ok  ", "build", "pages are built");
  else say("FIX ", "build", "no build: npm run build");
});
if (env) {
  say("ok  ", "settings", "all are readable");
  sayAll("settings", checkSettings(env, process.env));
  if (env.SUPABASE_URL) say("note", "database", "users and data are in hosted Supabase");
  else await checking("database", () => checkDatabase(env));
  await checking("disk", () => checkDataDirectory(env));
  await checking("mail", () => checkMail(env));
  await checking("unsubscribe", () => checkUnsubscribe(env));
  if (!env.SUPABASE_URL) await checking("outbox", () => checkOutbox(env));
  if (!env.SUPABASE_URL) await checking("backup", () => checkContinuousBackup(env));
  if (!env.SUPABASE_URL) await checking("files", () => checkFiles(env));
}
console.log(toFix === 0 ? "Nothing to fix." : `${toFix} to fix.`);
process.exitCode = toFix === 0 ? 0 : 1;
