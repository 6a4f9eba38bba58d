// Opens what modules depend on, in order: database, migrations, switches, jobs, mail, storage. The protocols of Supabase
// use it too (open-backend.ts), unless hosted Supabase speaks them itself.
import type { Hono } from "hono";
import { mailSender, site } from "#content/site.ts";
import type { AskCallerRights } from "./api/caller-rights.ts";
import { requireMay } from "./api/require-may.ts";
import type { AppEnv } from "./app.ts";
import type { Env } from "./env.ts";
import type { Log } from "./http/log.ts";
import { loadModuleMails, loadModuleServers, sealedTables } from "./module-servers.ts";
import { type Database, openDatabase } from "./platform/database/database.ts";
import { retryingTransactions } from "./platform/database/conflicts.ts";
import { migrate } from "./platform/database/migrate.ts";
import { watchOutages } from "./platform/database/watch-outages.ts";
import { endKeptByLaw, purgeDeletions, purgeEdits, purgeOwnFields } from "./platform/deletions.ts";
import { createJobs, type Jobs } from "./platform/jobs/jobs.ts";
import { type Live, openLive } from "./platform/live/live.ts";
import { type LiveModules, watchLiveModules } from "./platform/live-modules.ts";
import { createLinks } from "./platform/links/links.ts";
import type { TokenPageParts } from "./platform/links/token-pages.ts";
import { createMail, type Mail, type MailToHandOver } from "./platform/mail/mail.ts";
import { openModules } from "./platform/module-server.ts";
import { presetModules } from "./platform/module-switches.ts";
import { presetOffice } from "./platform/office.ts";
import { gateClosed } from "./platform/outbox/gate-closed.ts";
import { createGate, type Gate, type GateSettings, setOutboxGate } from "./platform/outbox/hand-over.ts";
import { type LiveSettings, watchSettings } from "./platform/live-settings.ts";
import { openSealing } from "./platform/sealed.ts";
import {
  cannotBeOpened,
  createProviders,
  hostOf,
  mailSecrets,
  secrecyOf,
  senderOf,
} from "./platform/outbox/providers.ts";
import { createSendingMailboxes } from "./platform/outbox/sending-mailboxes.ts";
import { setPageBrand } from "./platform/pages/document-page.ts";
import { publishedFolder } from "./api/publish.ts";
import { createStorage } from "./platform/storage/storage.ts";
import { unopenedInWords, unopenedSecrets } from "./platform/unopened-secrets.ts";
import { createWebhooks } from "./platform/webhooks.ts";
import { sampleJob } from "./sample-firm/sample-firm.ts";
import { createLimits, type Limits } from "./supabase/limits/limits.ts";

export interface OpenPlatform {
  database: Database;
  jobs: Jobs;
  mail: Mail & MailToHandOver;
  gate: Gate;
  limits: Limits;
  liveModules: LiveModules;
  /** What open back offices are told at once. */
  live: Live;
  settings: LiveSettings;
  /** Stored secrets that no key here opens, by name. */
  unopened(): Promise<string[]>;
  /** Whether external publishing is on at this moment: read from the database, which all processes share. */
  isPublishing(): Promise<boolean>;
  /** The modules' own routes. `notice` shows what replaces a page behind a link. */
  modules(askRights: AskCallerRights, notice: TokenPageParts["notice"]): Hono<AppEnv>;
  close(): Promise<void>;
}

/** `print` shows the operator the links of mail that no provider takes. */
export async function openPlatform(
  given: Env,
  log: Log,
  print: (line: string) => void,
  stopping?: AbortSignal,
): Promise<OpenPlatform> {
  const database = await openDatabase(given, log, { attempts: Infinity, signal: stopping });
  try {
    const { sql } = database;
    await migrate(sql, log);
    await presetModules(sql, given.MODULES);
    await presetOffice(sql);
    const gateSettings = (env: Env, locked: readonly string[]): GateSettings => {
      // Who can open its secrets says how mail leaves.
      if (locked.length > 0) return { isOpen: env.AUTO_PUBLISH, keepsInbound: true, hasMail: true };
      const sender = senderOf(env, mailSender());
      return {
        isOpen: env.AUTO_PUBLISH,
        identities: [sender, ...[site.email, site.salesEmail].filter((own) => !sender.includes(own))],
        inboundAddress: env.INBOUND_MAIL_ADDRESS,
        mailHost: hostOf(sender),
        siteIsHttps: env.SITE_URL.startsWith("https:"),
        hasChat: env.SLACK_WEBHOOK_URL !== undefined,
        hasMail: Boolean(env.POSTMARK_SERVER_TOKEN ?? env.SMTP_URL),
      };
    };
    // Once at the start, and again whenever a setting or the firm changes.
    const sealing = await openSealing(given);
    const settings = await watchSettings({ sql, env: given, sealing }, (now, firm, locked) => {
      setPageBrand(firm);
      const names = locked(mailSecrets);
      if (names.length > 0) log.error({ settings: names }, cannotBeOpened(names));
      return setOutboxGate(sql, gateSettings(now, names));
    });
    const { env } = settings;
    // A restored copy goes live only after a person has confirmed where its links lead.
    await sql`update private.restored set site_url = ${env.SITE_URL} where live_at is null`;
    const jobs = createJobs(sql, log);
    const mail = createMail({ sql, jobs });
    const links = createLinks(sql);
    const providers = Object.assign(createProviders(env, print, mailSender(), secrecyOf(sql, settings)), {
      publish: publishedFolder(env.DATA_DIR, sql),
    });
    const storage = createStorage(env, sql);
    const mails = await loadModuleMails();
    const mailboxes = createSendingMailboxes();
    const gate = createGate({ sql, links, env, providers, mailboxes, mails, storage, log });
    jobs.add(gate.job);
    jobs.add(storage.cleanUp);
    jobs.add(purgeDeletions(sql));
    jobs.add(purgeOwnFields(sql));
    jobs.add(purgeEdits(sql));
    jobs.add(endKeptByLaw(sql));
    jobs.add(sampleJob(sql));
    const webhooks = createWebhooks({ sql, jobs, log });
    const limits = createLimits(sql);
    const servers = await loadModuleServers();
    const sealed = await sealedTables();
    const unopened = () => unopenedSecrets(sql, sealing, sealed);
    const names = await unopened();
    if (names.length > 0) {
      log.warn({ secrets: names.length }, "stored secrets cannot be opened with this server's key");
      // Not in the log: some are called by an address.
      print(unopenedInWords(names, given.DATA_DIR));
    }
    const liveModules = await watchLiveModules(sql, env);
    const live = await openLive(sql, log);
    const outages = watchOutages(database, log);
    return {
      database,
      jobs,
      mail,
      gate,
      limits,
      liveModules,
      live,
      settings,
      unopened,
      isPublishing: async () => (await gateClosed(sql, env.AUTO_PUBLISH ?? null)) !== "safe",
      modules: (askRights, notice) =>
        openModules(
          {
            platform: { sql: retryingTransactions(sql), env, log, jobs, mail, storage, links, mailboxes },
            limits,
            webhooks,
            requireMay: requireMay(askRights),
            notice,
          },
          servers,
        ),
      async close() {
        outages.stop();
        liveModules.stop();
        await live.close().catch(() => undefined);
        settings.stop();
        // With a database that is away the workers cannot say goodbye; its process must be stopped all the same.
        await jobs.stop().finally(() => database.close());
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
