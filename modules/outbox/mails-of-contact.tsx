// On a contact's page: the last messages that left, or would have.
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { PanelProps } from "#domain/module.ts";
import { RecordPanel } from "#app/records/page/record-panel.tsx";
import { story } from "./list/message-row.tsx";
import { mailsOfContactQuery } from "./outbox-data.ts";
import { StateBadge } from "./message/state-badge.tsx";

export default function MailsOfContact({ record }: PanelProps) {
  const mails = useQuery(mailsOfContactQuery(record.id));
  return (
    <RecordPanel
      title="Last mails"
      what="mails"
      query={mails}
      rows={mails.data?.map((message) => (
        <li key={message.id} className="grid gap-1 border-b border-line px-4 py-2.5 last:border-0">
          <Link
            to={`/admin/outbox?contact=${record.id}&open=${message.id}`}
            dir="auto"
            className="block text-left font-semibold wrap-anywhere hover:underline"
          >
            {message.subject}
          </Link>
          <span className="flex flex-wrap items-center gap-2 text-caption text-muted">
            <StateBadge state={message.state} />
            {story(message)}
          </span>
        </li>
      ))}
      all={[{ label: "All in the outbox", to: `/admin/outbox?contact=${record.id}` }]}
    />
  );
}
