// Settings, Mailboxes: how each is doing, what it keeps and shows, what is never read, and connecting one.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { may } from "#app/lib/access.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Art } from "#app/ui/art.tsx";
import { Button } from "#app/ui/button.tsx";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { Strip } from "#app/ui/compact/strip.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { type MailboxRow, mailboxesQuery, readyQuery } from "../mailbox-data.ts";
import { ConnectDialog } from "./connect-dialog.tsx";
import { MailboxChoices } from "./mailbox-choices.tsx";
import { MailboxItem } from "./mailbox-item.tsx";
import { NeverList } from "./never-list.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";
import { SendingFacts } from "./sending-facts.tsx";
import { SignInDialog } from "./sign-in-dialog.tsx";
import { TroubleDialog } from "./trouble-dialog.tsx";

export type MailboxDialog = { of: MailboxRow; what: "remove" | "sign-in" | "trouble" };

export default function MailboxSettings() {
  const mailboxes = useQuery(mailboxesQuery);
  const ready = useQuery(readyQuery);
  const [connecting, setConnecting] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const [dialog, setDialog] = useState<MailboxDialog | null>(null);
  const rows = mailboxes.data ?? [];
  const open = rows.find(({ id }) => id === chosen) ?? rows.find((row) => row.may_change) ?? rows[0];
  const connect = may("mailbox", "add") && (
    <Button size="compact" icon="plus" disabled={ready.data?.ready !== true} onClick={() => setConnecting(true)}>
      Connect a mailbox
    </Button>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {ready.data?.ready === false && <Strip tone="warn">{ready.data.missing}</Strip>}
      {ready.isError && (
        <Strip
          tone="danger"
          action={
            <Button variant="line" size="compact" onClick={() => void ready.refetch()}>
              Try again
            </Button>
          }
        >
          It is not known whether mailboxes can be connected here. {messageOf(ready.error)}
        </Strip>
      )}
      <section aria-label="Mailboxes" className={`${panelClass} overflow-clip rounded-br-turn-dialog`}>
        <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2.5">
          <h2 className="text-small font-[640]">Mailboxes</h2>
          <p className="mr-auto text-caption text-muted">Looked at, never changed: read marks stay as they were</p>
          {connect}
        </header>
        {mailboxes.isPending && <LoadingRows rows={3} />}
        {mailboxes.isError && (
          <FailedRow what="the mailboxes" why={messageOf(mailboxes.error)} onRetry={() => void mailboxes.refetch()}>
            Reading goes on.
          </FailedRow>
        )}
        {mailboxes.data && rows.length === 0 && (
          <EmptyState art={<Art name="still" />} title="No mailbox is connected yet.">
            <p className="max-w-100 text-muted">
              Connect yours, and what you exchange with people in the CRM stands on their pages. You choose how much of
              it colleagues see.
            </p>
          </EmptyState>
        )}
        {rows.length > 0 && (
          <ul>
            {rows.map((row) => (
              <MailboxItem
                key={row.id}
                mailbox={row}
                selected={row.id === open?.id}
                onOpen={() => setChosen(row.id)}
                onDialog={(what) => setDialog({ of: row, what })}
              />
            ))}
          </ul>
        )}
      </section>
      <div
        className={`grid grid-cols-[minmax(0,1fr)] items-start gap-5 ${open ? "xl:grid-cols-[minmax(0,1fr)_20rem]" : "xl:grid-cols-2"}`}
      >
        {open && (
          <MailboxChoices key={open.id} mailbox={open} onRemove={() => setDialog({ of: open, what: "remove" })} />
        )}
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <NeverList />
          {open && <SendingFacts mailbox={open} />}
        </div>
      </div>
      {connecting && <ConnectDialog onClose={() => setConnecting(false)} onConnected={setChosen} />}
      {dialog?.what === "remove" && <RemoveDialog mailbox={dialog.of} onClose={() => setDialog(null)} />}
      {dialog?.what === "sign-in" && <SignInDialog mailbox={dialog.of} onClose={() => setDialog(null)} />}
      {dialog?.what === "trouble" && <TroubleDialog mailbox={dialog.of} onClose={() => setDialog(null)} />}
    </div>
  );
}
