// Answers to our mail, as Postmark hands them to us. A person's answer stops the sequences of their address; a machine's does not, nor
// does one of which it is not sure that it is theirs: that is filed as doubtful (private.note_reply decides).
import { z } from "zod";
import { isAutomaticMail } from "#server/platform/mail/automatic-mail.ts";
import type { Webhook } from "#server/platform/webhooks.ts";
import { postmarkLogin } from "./postmark.ts";
import { checkSender, type SenderChecks } from "./sender-checks.ts";

const maxBytes = 40_000_000;

const received = z.looseObject({
  MessageID: z.string().min(1).max(200),
  From: z.string().max(1000).default(""),
  FromFull: z.looseObject({ Email: z.string().max(1000) }).optional(),
  Subject: z.string().default(""),
  TextBody: z.string().default(""),
  StrippedTextReply: z.string().default(""),
  MailboxHash: z.string().default(""),
  Headers: z.array(z.looseObject({ Name: z.string(), Value: z.string() })).default([]),
});

interface Answer extends SenderChecks {
  from: string;
  subject: string;
  text: string;
  /** Its own Message-ID: the same answer may be read in a mailbox, too. */
  messageId?: string | null;
  /** Message-IDs it names, and the id in the address it came to. */
  names: string[];
  isAutomatic: boolean;
}

function readAnswer(raw: Uint8Array): { key: string; answer: Answer } {
  const mail = received.parse(JSON.parse(new TextDecoder().decode(raw)));
  const from = (mail.FromFull?.Email ?? mail.From).trim().slice(0, 254);
  const named = mail.Headers.filter(({ Name }) => /^(?:in-reply-to|references)$/i.test(Name)).map(({ Value }) => Value);
  return {
    key: mail.MessageID,
    answer: {
      from,
      ...checkSender(from, mail.Headers),
      subject: mail.Subject.replaceAll(/\p{Cc}+/gu, " ").slice(0, 300),
      messageId:
        /<[^<>\s]{1,990}>/.exec(mail.Headers.find(({ Name }) => /^message-id$/i.test(Name))?.Value ?? "")?.[0] ?? null,
      // Their words, without ours below them; attachments stay where they are.
      text: (mail.StrippedTextReply || mail.TextBody).replaceAll("\u0000", "").slice(0, 50_000),
      names: [...new Set([mail.MailboxHash, ...(named.join(" ").match(/<[^<>\s]+>/g) ?? [])])]
        .filter(Boolean)
        .slice(0, 100),
      isAutomatic: isAutomaticMail(mail.Headers),
    },
  };
}

export function inboundWebhook(login: () => string | undefined): Webhook {
  return {
    provider: "postmark-inbound",
    maxBytes,
    ...postmarkLogin(login),
    verify(_headers, raw) {
      const { key, answer } = readAnswer(raw);
      return { key, type: answer.isAutomatic ? "automatic" : "answer", payload: answer };
    },
    async process({ key, payload }, sql) {
      const { from, subject, text, names, isAutomatic, checks, realSender, messageId = null } = payload as Answer;
      // Read in a mailbox already: what follows from it has followed. Its words are added, because this address is everybody's.
      const known = await sql`
        update public.mail_replies set subject = ${subject}, body_text = ${text}, real_sender = ${realSender}
        where message_id = ${messageId} and doubt is null and event_key <> ${key} returning id`;
      if (known.length > 0) return "processed";
      const [noted] = await sql<{ match: Record<string, string | null> | null }[]>`
        select private.note_reply(${from}, ${names}, ${isAutomatic}, ${key}, ${checks}) as match`;
      const match = noted?.match;
      await sql`
        insert into public.mail_replies (event_key, from_address, real_sender, subject, body_text, is_automatic, doubt, outbox_id, account_id, contact_id, message_id)
        values (${key}, ${from}, ${realSender}, ${subject}, ${text}, ${isAutomatic}, ${match?.doubt ?? null}, ${match?.outbox_id ?? null},
          ${match?.account_id ?? null}, ${match?.contact_id ?? null},
          (select given from (values (${messageId}::text)) as told (given) where not exists (select from public.mail_replies where message_id = given)))
        on conflict do nothing`;
      if (match?.origin_kind && match.outbox_id && !isAutomatic && !match.doubt)
        await sql`select private.call_hooks(${`reply received: ${match.origin_kind}`}, ${match.outbox_id}, ${key}, ${text})`;
      return match ? "processed" : "ignored";
    },
  };
}
