// On a contact's page: the last messages that left, or would have.
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { PanelProps } from "#domain/module.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Button } from "#app/ui/button.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { story } from "./message-row.tsx";
import { mailsOfContactQuery } from "./outbox-data.ts";
import { StateBadge } from "./state-badge.tsx";

export default function MailsOfContact({ record }: PanelProps) {
  const mails = useQuery(mailsOfContactQuery(record.id));
  return (
    <section aria-label="Last mails" className={panelClass}>
      <header className="flex min-h-11 items-center border-b border-line px-4 py-1.5">
        <h2 className="text-small font-[640]">Last mails</h2>
      </header>
      {mails.isPending && <LoadingRows rows={2} />}
      {mails.isError && (
        <div role="alert" className="grid justify-items-start gap-2 px-4 py-3 text-danger">
          <p>Failed to load mails. {messageOf(mails.error)}</p>
          <Button variant="line" size="desk" onClick={() => void mails.refetch()}>
            Try again
          </Button>
        </div>
      )}
      {mails.data?.length === 0 && <p className="px-4 py-3 text-muted">None</p>}
      <ul>
        {mails.data?.map((message) => (
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
      </ul>
      {mails.data && mails.data.length > 0 && (
        <p className="border-t border-line px-4 py-2.75">
          <Link to={`/admin/outbox?contact=${record.id}`} className="underline decoration-control">
            All in the outbox
          </Link>
        </p>
      )}
    </section>
  );
}
