// The outside scheduling service, for whoever keeps it (the three settings are Cal.com's, version 2): its webhook is a hint, and what is true is
// read from it; once a night everything is compared that no webhook told.
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { currentTime } from "#domain/clock.ts";
import type { ModuleRoutes, Platform } from "#server/platform/module-server.ts";
import { applyPayload, applyTruth, providerName } from "./provider/apply-booking.ts";
import { providerApi } from "./provider/provider-api.ts";

const provider = "scheduling";
const signatureHeader = "x-cal-signature-256";
const nightly = "NIGHTLY";
const dayMs = 86_400_000;
const compared = { before: 2, after: 60 };

const eventSchema = z.object({
  triggerEvent: z.string(),
  createdAt: z.string().optional(),
  payload: z.record(z.string(), z.unknown()).default({}),
});

export const signatureOf = (secret: string, raw: Uint8Array) => createHmac("sha256", secret).update(raw).digest("hex");

function isSigned(secret: string | undefined, given: string | null, raw: Uint8Array): boolean {
  if (!secret || !given || !/^[0-9a-f]{64}$/i.test(given)) return false;
  return timingSafeEqual(Buffer.from(signatureOf(secret, raw), "hex"), Buffer.from(given, "hex"));
}

export function openProvider(
  { sql, env, jobs }: Platform,
  { admin, webhooks }: ModuleRoutes,
  { now = currentTime }: { now?: () => Date } = {},
): void {
  const api = () =>
    env.SCHEDULING_API_KEY
      ? providerApi({ url: env.SCHEDULING_API_URL ?? "https://api.cal.com", key: env.SCHEDULING_API_KEY })
      : null;

  webhooks.receive({
    provider,
    maxBytes: 256 * 1024,
    admits: (headers) => Boolean(env.SCHEDULING_WEBHOOK_SECRET) && headers.has(signatureHeader),
    verify(headers, raw) {
      if (!isSigned(env.SCHEDULING_WEBHOOK_SECRET, headers.get(signatureHeader), raw)) return null;
      const payload: unknown = JSON.parse(new TextDecoder().decode(raw));
      const { triggerEvent } = eventSchema.parse(payload);
      // There is no delivery id and no time that is signed: the same body is the same event.
      return { key: createHash("sha256").update(raw).digest("hex"), type: triggerEvent, payload };
    },
    async process({ type, payload }, within) {
      const source = api();
      if (type === nightly) {
        if (!source) return "ignored";
        const at = now().getTime();
        const all = await source.between(new Date(at - compared.before * dayMs), new Date(at + compared.after * dayMs));
        const known = await within<{ uid: string }[]>`
          select provider_uid as uid from public.meetings where provider = ${providerName} and state in ('confirmed', 'requested') and ends_at > ${now()}`;
        const uids = new Set([...all.map(({ uid }) => uid), ...known.map(({ uid }) => uid)]);
        for (const uid of uids) await applyTruth(within, source, uid, env.SCHEDULING_EVENT_TYPE, now());
        return "processed";
      }
      const { createdAt, payload: told } = eventSchema.parse(payload);
      const uid = z.string().safeParse(told["uid"]);
      if (!uid.success) return "ignored";
      const applied = source
        ? await applyTruth(within, source, uid.data, env.SCHEDULING_EVENT_TYPE, now())
        : await applyPayload(within, told, type, createdAt ?? now().toISOString(), env.SCHEDULING_EVENT_TYPE, now());
      return applied === "ignored" ? "ignored" : "processed";
    },
  });

  jobs.add({
    name: "scheduling-comparison",
    concurrency: 1,
    /** Once a day, after three in the night by UTC. */
    async findDue() {
      const at = new Date(now().getTime() - 3 * 3_600_000);
      const key = `nightly ${at.toISOString().slice(0, 10)}`;
      if (!env.SCHEDULING_API_KEY) return [];
      const [done] =
        await sql`select 1 from private.inbound_events where provider = ${provider} and event_key = ${key}`;
      return done ? [] : [key];
    },
    async run(key) {
      const [made] = await sql<{ id: string }[]>`
        insert into private.inbound_events (provider, event_key, type, payload) values (${provider}, ${key}, ${nightly}, '{}')
        on conflict (provider, event_key) do nothing returning id`;
      if (made) await jobs.wake("inbound-events", made.id);
    },
  });

  admin.route("GET", "/provider", { takes: "nothing", may: ["settings read"] }, async (c) => {
    const [facts] = await sql<{ last: Date | null; meetings: number }[]>`
      select (select max(received_at) from private.inbound_events where provider = ${provider} and type <> ${nightly}) as last,
        (select count(*)::int from public.meetings where provider = ${providerName}) as meetings`;
    return c.json({
      hasKey: Boolean(env.SCHEDULING_API_KEY),
      hasSecret: Boolean(env.SCHEDULING_WEBHOOK_SECRET),
      eventType: env.SCHEDULING_EVENT_TYPE ?? null,
      webhook: `${env.SITE_URL}/api/webhooks/${provider}`,
      lastEventAt: facts?.last?.toISOString() ?? null,
      meetings: facts?.meetings ?? 0,
    });
  });

  /** Signs a sentence with the secret and checks it as the webhook would; asks the API whether the key is taken. */
  admin.route("POST", "/provider/test", { takes: "nothing", may: ["settings edit"] }, async (c) => {
    const secret = env.SCHEDULING_WEBHOOK_SECRET;
    if (!secret)
      return c.json({ ok: false, said: "SCHEDULING_WEBHOOK_SECRET is not set, so every webhook is refused." });
    const raw = new TextEncoder().encode(JSON.stringify({ triggerEvent: "PING" }));
    const works =
      isSigned(secret, signatureOf(secret, raw), raw) && !isSigned(secret, signatureOf(`${secret}x`, raw), raw);
    if (!works) return c.json({ ok: false, said: "A signature made with the secret is not accepted." });
    const source = api();
    if (!source)
      return c.json({
        ok: true,
        said: "Signatures are checked. Without SCHEDULING_API_KEY what the webhook says is taken and marked as unconfirmed.",
      });
    try {
      const found = await source.between(now(), new Date(now().getTime() + 7 * dayMs));
      return c.json({
        ok: true,
        said: `Signatures are checked, and the service answers: ${found.length} bookings in the next seven days.`,
      });
    } catch (error) {
      return c.json({ ok: false, said: `Signatures are checked. ${(error as Error).message}.` });
    }
  });
}
