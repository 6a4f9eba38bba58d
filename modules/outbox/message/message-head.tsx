// The top of a message: what it is about, where it goes, its state, and what can be done with it.
import { useState } from "react";
import { may } from "#app/lib/access.ts";
import { AskForRelease } from "#app/records/ask-for-release.tsx";
import { Button } from "#app/ui/button.tsx";
import { DespiteDialog } from "./despite-dialog.tsx";
import { EditDialog } from "./edit-dialog.tsx";
import { canCancel, heldBecause, wouldWords } from "../message.ts";
import { story } from "../list/message-row.tsx";
import type { OutboxActions } from "../outbox-actions-data.ts";
import type { Message } from "../outbox-data.ts";
import { ReleaseIsOff } from "./release-dialog.tsx";
import { SettleDialog } from "./settle-dialog.tsx";
import { StateBadge } from "./state-badge.tsx";

interface HeadProps {
  message: Message;
  actions: OutboxActions;
  as: "h1" | "h2";
  /** False while publishing is off. */
  canRelease: boolean;
  onRelease: (id: string) => void;
  onCancel: (id: string) => void;
}

export function MessageHead({ message, actions, as: Heading, canRelease, onRelease, onCancel }: HeadProps) {
  const [dialog, setDialog] = useState<"settle" | "edit" | "despite" | null>(null);
  const close = () => setDialog(null);
  return (
    <header className="grid gap-3 border-b border-line px-5 py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <Heading dir="auto" className="serif text-left text-2xl leading-[1.2] tracking-[-0.015em] wrap-anywhere">
            {message.subject}
          </Heading>
          <p className="mt-1 text-caption wrap-anywhere text-muted">
            {story(message)}. To {[message.to_address, ...message.also_to, ...message.cc].join(", ")}
          </p>
        </div>
        <StateBadge state={message.state} would={heldBecause(message) === null ? wouldWords(message) : undefined} />
      </div>
      <div className="flex flex-wrap items-center gap-2 empty:hidden max-sm:*:min-h-10">
        {message.state === "held" && !may("outbox", "send") && (
          <AskForRelease
            area="outbox"
            title={`Release the mail "${message.subject}"`}
            about={
              message.contact_id ? { contact_id: message.contact_id } : { account_id: message.account?.id ?? null }
            }
          />
        )}
        {message.state === "held" &&
          may("outbox", "send") &&
          (canRelease ? (
            <Button size="compact" icon="send" disabled={actions.busy} onClick={() => onRelease(message.id)}>
              Release and send
            </Button>
          ) : (
            <ReleaseIsOff />
          ))}
        {message.state === "held" && message.channel === "email" && may("outbox", "edit") && (
          <Button variant="line" size="compact" icon="edit" disabled={actions.busy} onClick={() => setDialog("edit")}>
            Edit
          </Button>
        )}
        {message.state === "suppressed" && may("outbox", "send") && (
          <Button variant="line" size="compact" disabled={actions.busy} onClick={() => setDialog("despite")}>
            Send all the same
          </Button>
        )}
        {message.state === "uncertain" && may("outbox", "send") && (
          <Button size="compact" icon="check" disabled={actions.busy} onClick={() => setDialog("settle")}>
            Settle
          </Button>
        )}
        {canCancel(message.state) && may("outbox", "edit") && (
          <Button
            variant="line"
            size="compact"
            className="border-danger text-danger"
            disabled={actions.busy}
            onClick={() => onCancel(message.id)}
          >
            Cancel message
          </Button>
        )}
      </div>
      {dialog === "settle" && <SettleDialog {...{ message, actions }} onClose={close} />}
      {dialog === "edit" && <EditDialog {...{ message, actions }} onClose={close} />}
      {dialog === "despite" && <DespiteDialog {...{ message, actions }} onClose={close} />}
    </header>
  );
}
