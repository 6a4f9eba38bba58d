// What Postmark tells of our mail. It signs nothing: it brings the name and password of POSTMARK_WEBHOOK_LOGIN. Events come late,
// early, twice and in any order; what they lead to is made from all of them (server/platform/sql/43-suppressions.sql).
import { createHash, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { currentTime } from "#domain/clock.ts";
import type { Statements } from "#server/platform/database/sql.ts";
import type { InboundEvent, Webhook } from "#server/platform/webhooks.ts";

const maxBytes = 500_000;

/** The name and password we gave Postmark are in the headers, and are looked at before anything is read. None set: no address. */
export const postmarkLogin = (login: () => string | undefined): Pick<Webhook, "isSetUp" | "admits"> => ({
  isSetUp: () => Boolean(login()?.includes(":")),
  admits: (headers) => hasLogin(headers, login() ?? ""),
});

function hasLogin(headers: Headers, login: string): boolean {
  const [scheme = "", given = ""] = (headers.get("authorization") ?? "").split(" ");
  if (scheme.toLowerCase() !== "basic") return false;
  // Of one length, so that comparing takes the same time whatever was sent.
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(Buffer.from(given, "base64").toString()), digest(login));
}

const record = z.looseObject({
  RecordType: z.string().max(100),
  ID: z.union([z.number(), z.string()]).optional(),
  MessageID: z.string().max(200).optional(),
  Type: z.string().max(100).optional(),
  Email: z.string().max(254).optional(),
  Recipient: z.string().max(254).optional(),
  BouncedAt: z.string().max(60).optional(),
  DeliveredAt: z.string().max(60).optional(),
  ChangedAt: z.string().max(60).optional(),
  SuppressSending: z.boolean().optional(),
  SuppressionReason: z.string().nullish(),
  Metadata: z.record(z.string(), z.string()).optional(),
});
type PostmarkRecord = z.infer<typeof record>;

const readJson = (raw: Uint8Array): unknown => JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(raw));

/** Bounces and complaints have their own id; other events are the same when all they say is the same. */
function keyOf(event: PostmarkRecord): string {
  if (event.ID !== undefined) return `${event.RecordType}:${event.ID}`;
  const said = [
    event.MessageID,
    event.Recipient,
    event.DeliveredAt ?? event.ChangedAt,
    event.SuppressSending,
    event.SuppressionReason,
  ];
  const known = event.DeliveredAt ?? event.ChangedAt;
  const fields = known ? said : [JSON.stringify(event)];
  return `${event.RecordType}:${createHash("sha256").update(JSON.stringify(fields)).digest("base64url")}`;
}

const hardBounces = new Set(["HardBounce", "BadEmailAddress", "ManuallyDeactivated"]);
const softBounces = new Set(["SoftBounce", "Transient", "DnsError", "Blocked", "SMTPApiError", "InboundError"]);

export function postmarkWebhook(login: () => string | undefined): Webhook {
  return {
    provider: "postmark",
    maxBytes,
    ...postmarkLogin(login),
    verify(_headers, raw) {
      const event = record.parse(readJson(raw));
      return { key: keyOf(event), type: event.RecordType, payload: event };
    },
    process: (event, within) => apply(event, within),
  };
}

async function apply({ key, payload }: InboundEvent, sql: Statements): Promise<"processed" | "ignored"> {
  const event = record.parse(payload);
  const address = event.Email ?? event.Recipient ?? "";
  const at = event.BouncedAt ?? event.DeliveredAt ?? event.ChangedAt ?? currentTime().toISOString();
  const row = (word: "delivered" | "bounced" | "complained", words: string | null) => sql`
    select private.note_outbox_news(private.message_of(${event.Metadata?.id ?? ""}, ${event.MessageID ?? ""}), ${key}, ${word},
      ${at}::timestamptz, ${words})`;
  const suppress = (reason: "hard_bounce" | "complaint" | "unsubscribe") => sql`
    select private.record_suppression(${address}, ${reason === "unsubscribe" ? "outreach" : "all"}, ${reason}, 'postmark',
      ${key}, ${at}::timestamptz)`;

  switch (event.RecordType) {
    case "Delivery":
      await row("delivered", null);
      await sql`select private.note_address_news(${address}, ${key}, 'delivered', ${at}::timestamptz)`;
      return "processed";
    case "SpamComplaint":
      await row("complained", "The recipient called it spam");
      await suppress("complaint");
      return "processed";
    case "Bounce":
      if (event.Type === "SpamComplaint" || event.Type === "SpamNotification") {
        await row("complained", "The recipient called it spam");
        await suppress("complaint");
      } else if (event.Type === "Unsubscribe") await suppress("unsubscribe");
      else if (hardBounces.has(event.Type ?? "")) {
        await row("bounced", "The address does not exist");
        await suppress("hard_bounce");
      } else if (softBounces.has(event.Type ?? ""))
        await sql`select private.note_address_news(${address}, ${key}, 'soft', ${at}::timestamptz)`;
      else return "ignored";
      return "processed";
    case "SubscriptionChange": {
      if (event.SuppressSending === false) await sql`select private.lift_postmark(${address}, ${at}::timestamptz)`;
      else if (event.SuppressionReason === "HardBounce") await suppress("hard_bounce");
      else if (event.SuppressionReason === "SpamComplaint") await suppress("complaint");
      else await suppress("unsubscribe");
      return "processed";
    }
    default:
      return "ignored";
  }
}
