// Mailboxes: connecting them, reading them, and what screens ask that only a server can answer.
import type { ModuleServer } from "#server/platform/module-server.ts";
import { hasRoomFor } from "#server/platform/disk-room.ts";
import { openSealing, type Sealing } from "#server/platform/sealed.ts";
import { createAccessTokens } from "./server/access-tokens.ts";
import { signInTo, type SignInParts } from "./server/connecting/sign-in.ts";
import type { MailNetwork } from "./server/imap.ts";
import { createReaders } from "./server/reading/readers.ts";
import { type Pace, usualPace } from "./server/reading/read-mailbox.ts";
import { addRoutes } from "./server/routes.ts";
import { addSending } from "./server/sending.ts";
import { keepSecret, mailboxSecrets } from "./server/secrets.ts";
import { tidyJob } from "./server/tidy.ts";

interface Options {
  network?: Partial<MailNetwork>;
  pace?: Pace;
  sealing?: Sealing;
  /** Of copies into Sent. */
  now?: () => Date;
}

/** `options` are for tests: servers of their own, and a faster pace. */
export const mailboxServer = (options: Options = {}): ModuleServer => ({
  sealed: [mailboxSecrets],
  open({ sql, log, jobs, env, storage, mailboxes }, { admin }) {
    // Several servers on one database must open the same secrets; a key that one of them made for itself does not.
    const missing = env.DATABASE_URL && !env.SEALING_KEY && !options.sealing ? "SEALING_KEY" : null;
    const network: MailNetwork = { allowPrivate: env.PRIVATE_SERVERS, ...options.network };
    const pace = options.pace ?? usualPace;
    let opened: Promise<Sealing> | undefined;
    const sealing = () => (opened ??= options.sealing ? Promise.resolve(options.sealing) : openSealing(env));
    const tokens = createAccessTokens(network, async (mailbox, secret) => {
      const [known] = await sql`select from private.mailbox_secrets where mailbox_id = ${mailbox}`;
      if (known) await keepSecret(sql, await sealing(), mailbox, secret);
    });
    const signInParts = async (): Promise<SignInParts> => ({
      sql,
      sealing: await sealing(),
      network,
      tokens,
      times: pace.imap,
    });

    if (!missing) {
      const { job } = createReaders({
        sql,
        log,
        pace,
        connect: async (box) => signInTo(await signInParts(), box),
        hasRoom: () => hasRoomFor(env.DATA_DIR, 0, env.DISK_RESERVE_MB * 1_000_000).catch(() => true),
      });
      jobs.add(job);
    }
    jobs.add(tidyJob(sql));
    addRoutes(admin, { sql, signInParts, missing });
    addSending(admin, { sql, log, jobs, storage, mailboxes, signInParts, ...(options.now && { now: options.now }) });
  },
});

export const server = mailboxServer();
