import { MailboxRefused, postTo, type Provider, Refused } from "../outgoing.ts";

interface PostmarkOptions {
  token: string;
  from: string;
  /** Postmark's stream for outreach; its handling of unsubscribing must be set to "Custom". */
  outreachStream?: string | undefined;
  address?: string | undefined;
}

/** "Inactive recipient": Postmark has stopped this address itself. https://postmarkapp.com/developer/api/overview#error-codes */
const inactiveRecipient = 406;

export function createPostmark({ token, from, outreachStream, address }: PostmarkOptions): Provider {
  const api = address ?? "https://api.postmarkapp.com";
  const headers = { Accept: "application/json", "Content-Type": "application/json", "X-Postmark-Server-Token": token };
  return {
    name: "postmark",
    async deliver(message) {
      const response = await postTo("Postmark", `${api}/email`, {
        method: "POST",
        headers,
        body: JSON.stringify({
          From: message.from ?? from,
          To: [message.to, ...(message.alsoTo ?? [])].join(", "),
          ...(message.cc?.length && { Cc: message.cc.join(", ") }),
          Subject: message.subject,
          TextBody: message.text,
          HtmlBody: message.html,
          TrackOpens: false,
          Headers: [
            ...Object.entries(message.headers).map(([Name, Value]) => ({ Name, Value })),
            // Kept instead of one of Postmark's own.
            ...(message.messageId
              ? [
                  { Name: "Message-ID", Value: message.messageId },
                  { Name: "X-PM-KeepID", Value: "true" },
                ]
              : []),
          ],
          Metadata: { id: message.id },
          ...(message.isOutreach && outreachStream && { MessageStream: outreachStream }),
          ...((message.attachments.length > 0 || message.calendar) && { Attachments: attachmentsOf(message) }),
        }),
      }).catch((error: unknown) => {
        throw error instanceof Refused && error.body.ErrorCode === inactiveRecipient
          ? new MailboxRefused(error.message)
          : error;
      });
      const { MessageID } = (await response.json().catch(() => ({}))) as { MessageID?: string };
      return MessageID === undefined ? undefined : { providerId: MessageID };
    },
    async find({ id, to, since }) {
      const query = new URLSearchParams({
        count: "50",
        offset: "0",
        recipient: to,
        // By Postmark's clock and calendar, a day to be sure.
        fromdate: new Date(since.getTime() - 86_400_000).toISOString().slice(0, 10),
        metadata_id: id,
      });
      const response = await postTo("Postmark", `${api}/messages/outbound?${query}`, { headers });
      const { Messages = [] } = (await response.json()) as {
        Messages?: { MessageID: string; Metadata?: Record<string, string> }[];
      };
      return Messages.find(({ Metadata }) => Metadata?.id === id)?.MessageID ?? null;
    },
  };
}

function attachmentsOf({ attachments, calendar }: Parameters<Provider["deliver"]>[0]) {
  const base64 = (content: Uint8Array | string) => Buffer.from(content as string).toString("base64");
  return [
    ...attachments.map(({ name, type, content }) => ({ Name: name, Content: base64(content), ContentType: type })),
    ...(calendar
      ? [
          {
            Name: "invite.ics",
            Content: base64(calendar.ics),
            ContentType: `text/calendar; charset=utf-8; method=${calendar.method}`,
          },
        ]
      : []),
  ];
}
