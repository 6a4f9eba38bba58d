// What `npm run doctor` says of unsubscribing and of Postmark's settings. Nothing is sent: a mail is made and looked at.
import { createTransport } from "nodemailer";
import type { Env } from "#server/env.ts";
import { postTo } from "./outgoing.ts";
import { composed } from "./providers/compose.ts";
import { dkimOf, senderOf } from "./providers.ts";

export interface MailFinding {
  mark: "ok" | "note" | "fix";
  words: string;
}

/** Headers that our own signature would cover; null when we do not sign. */
export async function signedHeaders(env: Env, fallback: string): Promise<string[] | null> {
  const sender = senderOf(env, fallback);
  const dkim = dkimOf(env, sender);
  if (!dkim) return null;
  const compose = createTransport({ streamTransport: true, buffer: true });
  const mail = composed(
    {
      id: "doctor",
      isOutreach: true,
      to: sender,
      from: null,
      subject: "Doctor",
      text: "Text",
      html: "<p>Text</p>",
      messageId: null,
      headers: { "List-Unsubscribe": `<${env.SITE_URL}/u/x>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
      attachments: [],
    },
    sender,
    dkim,
  );
  const { message } = await compose.sendMail(mail);
  const signature = /^DKIM-Signature:(?:.|\r?\n[ \t])*/im.exec(String(message))?.[0].replaceAll(/\s/g, "") ?? "";
  return /;h=([^;]+)/.exec(signature)?.[1]?.toLowerCase().split(":") ?? [];
}

export async function checkUnsubscribing(env: Env, fallback: string): Promise<MailFinding> {
  if (!env.SITE_URL.startsWith("https:"))
    return {
      mark: "note",
      words: "SITE_URL is not https: outreach leaves without List-Unsubscribe, with the link alone",
    };
  if (env.POSTMARK_SERVER_TOKEN) return { mark: "ok", words: "one-click addresses are https; Postmark signs them" };
  if (!env.SMTP_URL) return { mark: "ok", words: "one-click addresses are https" };
  const signed = await signedHeaders(env, fallback);
  if (signed === null)
    return {
      mark: "note",
      words:
        "your mail server signs: see that list-unsubscribe and list-unsubscribe-post stand in h= of its DKIM-Signature, or set DKIM_PRIVATE_KEY",
    };
  const missing = ["list-unsubscribe", "list-unsubscribe-post"].filter((name) => !signed.includes(name));
  return missing.length === 0
    ? { mark: "ok", words: "one-click addresses are https, and both headers are inside our DKIM signature" }
    : { mark: "fix", words: `not inside the DKIM signature: ${missing.join(", ")}` };
}

export async function checkPostmark(env: Env): Promise<MailFinding[]> {
  const token = env.POSTMARK_SERVER_TOKEN;
  if (!token) return [];
  const found: MailFinding[] = [];
  if (!env.POSTMARK_WEBHOOK_LOGIN)
    found.push({
      mark: "note",
      words: "POSTMARK_WEBHOOK_LOGIN is not set: bounces and complaints are not heard of",
    });
  const stream = env.POSTMARK_OUTREACH_STREAM;
  if (!stream) {
    found.push({
      mark: "note",
      words: "POSTMARK_OUTREACH_STREAM is not set: outreach leaves by the stream of receipts",
    });
    return found;
  }
  const api = env.POSTMARK_API_URL ?? "https://api.postmarkapp.com";
  const response = await postTo("Postmark", `${api}/message-streams/${encodeURIComponent(stream)}`, {
    headers: { Accept: "application/json", "X-Postmark-Server-Token": token },
  });
  const said = (await response.json()) as {
    SubscriptionManagementConfiguration?: { UnsubscribeHandlingType?: string };
  };
  const handling = said.SubscriptionManagementConfiguration?.UnsubscribeHandlingType ?? "unknown";
  found.push(
    handling.toLowerCase() === "custom"
      ? { mark: "ok", words: `the stream ${stream} leaves unsubscribing to us` }
      : {
          mark: "fix",
          words: `the stream ${stream} handles unsubscribing as ${handling}: set it to Custom at Postmark`,
        },
  );
  return found;
}
