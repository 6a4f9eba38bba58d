// Notices for browsers whose windows are closed (Push API). A push service sees only encrypted bytes; the line that a locked screen shows names
// nothing of a client's unless the person chose so for that browser.
import { buildPushPayload, type VapidKeys } from "@block65/webcrypto-web-push";
import { currentTime } from "#domain/clock.ts";
import type { Sql } from "#server/platform/database/sql.ts";
import type { JobKind } from "#server/platform/jobs/jobs.ts";
import type { SealedTable } from "#server/platform/reseal.ts";
import type { Sealing } from "#server/platform/sealed.ts";
import type { Platform } from "#server/platform/module-server.ts";
import { type Notice, noticeDetail, noticePath, noticeTitle, plainTitle } from "../notice.ts";
import { readAs } from "./told-person.ts";

interface PushParts {
  sql: Sql;
  sealing: () => Promise<Sealing | null>;
  log: Platform["log"];
  siteUrl: string;
  /** Hosts that are asked to deliver; a colleague's browser names one, and anything could say that it is a browser. */
  hosts: readonly string[];
  now?: () => Date;
  /** Another way out, for a service that is a test's. */
  send?: typeof fetch;
}

interface Browser {
  id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  with_names: boolean;
}

const maxAgeMs = 10 * 60_000;
const timeoutMs = 10_000;

export const isPushHost = (endpoint: string, hosts: readonly string[]): boolean => {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, host, username } = new URL(endpoint);
  return (
    protocol === "https:" &&
    username === "" &&
    host === hostname &&
    hosts.some((allowed) => hostname === allowed || hostname.endsWith(`.${allowed}`))
  );
};

export const pushKeys: SealedTable = {
  table: "private.push_keys",
  key: ["public_key"],
  called: "'the key for push services'",
  purposeOf: ({ public_key: publicKey }) => `push key ${publicKey}`,
};

/**
 * The pair is made once; of two servers that start together, the first one's counts for both. The private one is sealed where all servers
 * of the database have the key; one from before is sealed when it is next used.
 */
export async function makePushKeys(sql: Sql, sealing: Sealing | null): Promise<Omit<VapidKeys, "subject">> {
  const known = await sql.begin(async (tx) => {
    const [row] = await tx<
      { public_key: string; private_key: string | null; key_id: string; nonce: Buffer; sealed: Buffer }[]
    >`select public_key, private_key, key_id, nonce, sealed from private.push_keys for update`;
    if (!row) return null;
    const { public_key: publicKey, private_key: plain } = row;
    if (plain !== null) {
      if (!sealing) return { publicKey, privateKey: plain };
      const { keyId, nonce, sealed } = sealing.seal(pushKeys.purposeOf({ public_key: publicKey }), plain);
      await tx`update private.push_keys set private_key = null, key_id = ${keyId}, nonce = ${nonce}, sealed = ${sealed}`;
      return { publicKey, privateKey: plain };
    }
    const { key_id: keyId, nonce, sealed } = row;
    const privateKey = sealing?.open(pushKeys.purposeOf({ public_key: publicKey }), { keyId, nonce, sealed });
    if (!privateKey)
      throw new Error("The key for push services is sealed with a key that is not here: see SEALING_KEY");
    return { publicKey, privateKey };
  });
  if (known) return known;
  const pair = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign", "verify"]);
  const publicKey = Buffer.from(await crypto.subtle.exportKey("raw", pair.publicKey)).toString("base64url");
  const { d: privateKey } = await crypto.subtle.exportKey("jwk", pair.privateKey);
  const kept = sealing?.seal(pushKeys.purposeOf({ public_key: publicKey }), privateKey!);
  await sql`
    insert into private.push_keys (public_key, private_key, key_id, nonce, sealed)
    values (${publicKey}, ${kept ? null : privateKey!}, ${kept?.keyId ?? null}, ${kept?.nonce ?? null}, ${kept?.sealed ?? null})
    on conflict do nothing`;
  return makePushKeys(sql, sealing);
}

export function pushJob({ sql, sealing, log, siteUrl, hosts, now = currentTime, send = fetch }: PushParts): JobKind {
  const since = () => new Date(now().getTime() - maxAgeMs);
  return {
    name: "notice-pushes",
    async findDue(limit) {
      await makePushKeys(sql, await sealing());
      const rows = await sql<{ user: string }[]>`
        select notices.user_id::text as user from public.notices
        where pushed_at is null and read_at is null and on_screen and at > ${since()}
          and exists (select from private.push_browsers as browsers where browsers.user_id = notices.user_id)
        group by 1 limit ${limit}`;
      return rows.map(({ user }) => user);
    },
    async run(user) {
      const told = await sql.begin(async (within) => {
        const claimed = await within<{ id: number }[]>`
          update public.notices set pushed_at = ${now()}
          where user_id = ${user}::uuid and pushed_at is null and read_at is null and on_screen and at > ${since()} returning id`;
        const notices = await readAs(
          within,
          user,
          claimed.map(({ id }) => id),
        );
        const browsers = await within<Browser[]>`
          select browsers.* from private.push_browsers as browsers
          join public.staff on staff.user_id = browsers.user_id and staff.active where browsers.user_id = ${user}::uuid`;
        return { notices, browsers };
      });
      const [newest] = told.notices;
      if (!newest) return;
      for (const browser of told.browsers) await push(browser, newest, told.notices.length);
    },
  };

  async function push(browser: Browser, newest: Notice, count: number): Promise<void> {
    if (!isPushHost(browser.endpoint, hosts)) return forget(browser);
    const title = browser.with_names ? noticeTitle(newest) : plainTitle(newest);
    const body = [browser.with_names && noticeDetail(newest), count > 1 && `${count - 1} more`]
      .filter(Boolean)
      .join(", ");
    const sealed = await buildPushPayload(
      { data: JSON.stringify({ title, body, path: noticePath(newest) }), options: { ttl: 3600 } },
      { endpoint: browser.endpoint, expirationTime: null, keys: { p256dh: browser.p256dh, auth: browser.auth } },
      { ...(await makePushKeys(sql, await sealing())), subject: siteUrl },
    );
    try {
      const answer = await send(browser.endpoint, {
        ...sealed,
        redirect: "error",
        signal: AbortSignal.timeout(timeoutMs),
      });
      await answer.body?.cancel();
      // The browser has left for good.
      if (answer.status === 404 || answer.status === 410) await forget(browser);
      else if (!answer.ok) log.warn({ status: answer.status }, "a push service refused a notice");
    } catch (error) {
      log.warn({ reason: (error as Error).message }, "a push service could not be reached");
    }
  }

  async function forget({ id }: Browser): Promise<void> {
    await sql`delete from private.push_browsers where id = ${id}`;
  }
}
