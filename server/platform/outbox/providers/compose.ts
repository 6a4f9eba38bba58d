// A message as a mail program sends it (RFC 5322), signed where we have a key.
import type { SendMailOptions } from "nodemailer";
import type { Outgoing } from "../outgoing.ts";

export interface Dkim {
  domain: string;
  selector: string;
  privateKey: string;
}

/** What a signature covers. One-click unsubscribing counts only when both of its headers are in it (RFC 8058, 4). */
const signedHeaders =
  "from:reply-to:subject:date:message-id:to:mime-version:content-type:content-transfer-encoding:in-reply-to:references:" +
  "list-unsubscribe:list-unsubscribe-post";

const bare = (address: string) => ({ name: "", address });

export function composed(message: Outgoing, from: string, dkim?: Dkim): SendMailOptions {
  return {
    from: message.from ?? from,
    // Objects, not a list in a string: a comma in an address cannot add a second recipient.
    to: [message.to, ...(message.alsoTo ?? [])].map(bare),
    ...(message.cc?.length && { cc: message.cc.map(bare) }),
    subject: message.subject,
    text: message.text,
    html: message.html,
    headers: message.headers,
    ...(message.messageId && { messageId: message.messageId }),
    ...(message.calendar && { icalEvent: { method: message.calendar.method, content: message.calendar.ics } }),
    attachments: message.attachments.map(({ name, type, content }) => ({
      filename: name,
      contentType: type,
      content: Buffer.from(content),
    })),
    ...(dkim && {
      dkim: {
        domainName: dkim.domain,
        keySelector: dkim.selector,
        privateKey: dkim.privateKey,
        headerFieldNames: signedHeaders,
      },
    }),
  };
}
