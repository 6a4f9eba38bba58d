// What was exchanged with a person, a company or about a deal, on their page: threads, the newest first.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { formatDay } from "#domain/days.ts";
import type { PanelProps } from "#domain/module.ts";
import { may } from "#app/lib/access.ts";
import { countOf, formatClock } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { useRecordsContext } from "#app/records/records-context.ts";
import { Art } from "#app/ui/art.tsx";
import { Button } from "#app/ui/button.tsx";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { Menu } from "#app/ui/compact/menu.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { type MailOf, panelFactsQuery, type RecordKind, type ThreadRow, threadsQuery } from "../mailbox-data.ts";
import { MailRules } from "./mail-rules.tsx";
import { PanelThread } from "./thread-row.tsx";

const numbers = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
const mailboxesWords = (count: number) => `${numbers[count] ?? count} ${count === 1 ? "mailbox" : "mailboxes"}`;

export const threadAddress = ({ kind, id }: MailOf, thread: string) => `/admin/mail/${thread}?of=${kind}:${id}`;

function MailPanel({ of }: { of: MailOf }) {
  const [pages, setPages] = useState(1);
  const [mailbox, setMailbox] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const threads = useQuery(threadsQuery(of, pages));
  const facts = useQuery(panelFactsQuery(of)).data;
  const { composeMail } = useRecordsContext();
  const rows = threads.data?.rows ?? [];
  const mailboxes = [...new Set(rows.flatMap((row) => row.mailboxes))].toSorted();
  const shown = mailbox === null ? rows : rows.filter((row) => row.mailboxes.includes(mailbox));
  const write = composeMail && (
    <Button variant="line" size="compact" icon="mail" onClick={() => composeMail({ table: of.kind, id: of.id })}>
      Write
    </Button>
  );
  return (
    <section aria-label="Mail" className={`${panelClass} overflow-clip rounded-br-turn-dialog`}>
      {rows.length > 0 && (
        <header className="flex min-h-14 flex-wrap items-center gap-2 border-b border-line px-4 py-2">
          <h2 className="mr-auto text-small font-[640]">
            Mail{" "}
            {facts && (
              <span className="font-normal text-muted">
                {facts.more ? "more than 1,000" : facts.mails} in {countOf(facts.threads, "thread")}
              </span>
            )}
          </h2>
          {mailboxes.length > 1 && (
            <Menu
              label={`Mailbox: ${mailbox ?? "all"}`}
              className="inline-flex min-h-8.5 max-w-full items-center gap-1.5 rounded-1 rounded-br-turn-sm border border-control px-2.75 text-caption max-sm:min-h-11"
              trigger={
                <>
                  <b className="font-semibold">Mailbox:</b>
                  <span className="truncate">{mailbox ?? "all"}</span>
                  <Icon name="chevron" className="size-4" />
                </>
              }
              actions={[
                { id: "all", label: "All mailboxes", onAction: () => setMailbox(null) },
                ...mailboxes.map((address) => ({ id: address, label: address, onAction: () => setMailbox(address) })),
              ]}
            />
          )}
          {write}
        </header>
      )}
      {threads.isError && (
        <FailedRow what="mail" why={messageOf(threads.error)} onRetry={() => void threads.refetch()}>
          The timeline and everything else on this page still work.
        </FailedRow>
      )}
      {threads.isPending && <LoadingRows rows={4} />}
      {threads.data && rows.length === 0 && (
        <EmptyState art={<Art name="still" />} title="Nothing exchanged">
          <p className="max-w-100 text-muted">
            {facts?.mailboxes && facts.read_since
              ? `Reading since ${formatDay(facts.read_since)}, in ${mailboxesWords(facts.mailboxes)}. Mail appears here by itself.`
              : "No mailbox is connected yet."}
          </p>
          {facts?.mailboxes
            ? write
            : may("mailbox", "add") && (
                <Link to="/admin/settings?tab=mailboxes" className="underline decoration-control underline-offset-3">
                  Connect a mailbox
                </Link>
              )}
        </EmptyState>
      )}
      {shown.length > 0 && (
        <ul aria-label="Threads" inert={threads.isError} className={threads.isError ? "opacity-60" : undefined}>
          {shown.map((thread: ThreadRow) => (
            <PanelThread key={thread.thread_id} thread={thread} to={threadAddress(of, thread.thread_id)} />
          ))}
        </ul>
      )}
      {threads.isError && threads.data && (
        <p className="border-t border-line px-4 py-3 text-caption text-muted">
          Copy of {formatClock(new Date(threads.dataUpdatedAt))}
        </p>
      )}
      {rows.length > 0 && !threads.isError && (
        <footer className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-4 py-3 text-caption text-muted">
          <span>
            {facts?.read_since && `Mail since ${formatDay(facts.read_since)}. `}Opens are not tracked.
            {mailbox !== null && threads.data?.more && " Only of the threads that are loaded."}
          </span>
          {threads.data?.more && (
            <Button variant="line" size="compact" disabled={threads.isFetching} onClick={() => setPages(pages + 1)}>
              Show older
            </Button>
          )}
          <button
            type="button"
            className="ml-auto cursor-pointer text-ink underline decoration-control underline-offset-3"
            onClick={() => setAsking(true)}
          >
            What is read and what is not
          </button>
        </footer>
      )}
      {asking && <MailRules onClose={() => setAsking(false)} />}
    </section>
  );
}

const panelOf = (kind: RecordKind) =>
  function MailOfRecord({ record: { id } }: PanelProps) {
    return <MailPanel of={{ kind, id }} />;
  };

export const mailOf = { contacts: panelOf("contacts"), accounts: panelOf("accounts"), deals: panelOf("deals") };
