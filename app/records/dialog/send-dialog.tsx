// The one question before a mail is written to someone outside: who gets it, what it says, what goes along, and what becomes of it.
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { sizeWords } from "#domain/file-size.ts";
import { withAddresses } from "#domain/made-addresses.ts";
import { nextStateWords } from "#domain/message-states.ts";
import { may } from "#app/lib/access.ts";
import { nextStateQuery } from "#app/lib/message-data.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { Icon } from "#app/ui/icon.tsx";

export interface Mail {
  to: { name: string | null; address: string };
  /** Whom it names besides, as To and as Cc. */
  alsoTo?: readonly { name: string | null; address: string }[];
  cc?: readonly { name: string | null; address: string }[];
  subject: string;
  /** Addresses that are made when it leaves stand in it as {{sender_page}}. */
  text: string;
  attachments?: readonly { name: string; size: number | null }[];
}

interface Props {
  /** "Send this reply?" */
  title: string;
  /** Where one must be allowed to send; without that the button asks for a release. */
  area: string;
  /** Null while it is fetched. */
  mail: Mail | null;
  /** Why there is no text to show. */
  failure?: string | null;
  /** "reply": the button says "Send reply", or "Queue reply" while it would be held. */
  what: string;
  /** A second question, such as about a text that was written before; the button then asks to do it all the same. */
  warning?: string | null;
  /** Above the letter: which of several it is. */
  above?: ReactNode;
  /** When it leaves, if that was chosen: "Nov 20, 2026, 9:00 AM". */
  leaves?: string | null;
  /** What else follows. */
  children?: ReactNode;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

export function SendDialog({
  title,
  area,
  mail,
  failure,
  what,
  warning,
  above,
  leaves,
  children,
  busy,
  onConfirm,
  onClose,
}: Props) {
  const next = useQuery({ ...nextStateQuery(mail?.to.address ?? ""), enabled: mail !== null, staleTime: 0 });
  const state = next.data?.state;
  const mayLeave = may(area, "send");
  const verb = state === "held" || state === "queued" ? "Queue" : "Send";
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      busy={busy}
      keep="Go on writing"
      confirm={!mayLeave ? "Ask for release" : warning ? `${verb} it once more` : `${verb} ${what}`}
      blocked={mail === null || next.isPending}
      autofocus="confirm"
      onConfirm={onConfirm}
    >
      {failure && (
        <p role="alert" className="text-danger">
          Failed to load the mail: {failure}
        </p>
      )}
      {mail === null && !failure && <p className="py-4 text-muted">Loading...</p>}
      {mail && (
        <>
          {above}
          <Letter mail={mail} />
          <div className="mt-4 grid gap-2 border-t border-line pt-3 text-caption">
            {warning && (
              <p role="alert" className="flex gap-2 rounded-1 bg-dev-bg px-3 py-2 text-dev">
                <Icon name="alert" className="mt-px size-4 shrink-0" />
                {warning}
              </p>
            )}
            <p aria-live="polite" className="flex gap-1.5 font-semibold">
              {state && <Icon name={state === "leaving" ? "send" : "lock"} className="mt-px size-4 shrink-0" />}
              {!mayLeave
                ? "It waits in the outbox until someone who may send releases it; they get a task."
                : state
                  ? state === "leaving" && leaves
                    ? `It leaves ${leaves}.`
                    : nextStateWords[state]
                  : next.isError
                    ? `Unknown what becomes of it: ${messageOf(next.error)}`
                    : ""}
            </p>
            {children}
          </div>
        </>
      )}
    </FormDialog>
  );
}

const Person = ({ name, address }: Mail["to"]) => (
  <span className="block">
    {name && <bdi>{name}, </bdi>}
    <span className="inline-block max-w-full overflow-x-auto align-bottom whitespace-nowrap">{address}</span>
  </span>
);

function Letter({ mail: { to, alsoTo = [], cc = [], subject, text, attachments = [] } }: { mail: Mail }) {
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
        <dt className="text-muted">To</dt>
        <dd className="wrap-anywhere">
          {[to, ...alsoTo].map((person) => (
            <Person key={person.address} {...person} />
          ))}
        </dd>
        {cc.length > 0 && (
          <>
            <dt className="text-muted">Copy to</dt>
            <dd className="wrap-anywhere">
              {cc.map((person) => (
                <Person key={person.address} {...person} />
              ))}
            </dd>
          </>
        )}
        <dt className="text-muted">Subject</dt>
        <dd dir="auto" className="text-left font-semibold wrap-anywhere">
          {subject}
        </dd>
        <dt className="text-muted">Attached</dt>
        <dd className="wrap-anywhere">
          {attachments.length === 0
            ? "Nothing"
            : attachments.map(({ name, size }) => (size === null ? name : `${name}, ${sizeWords(size)}`)).join("; ")}
        </dd>
      </dl>
      <p
        dir="auto"
        // By keyboard too: a long text scrolls in its own box.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label="Text of the mail"
        className="mt-4 max-h-80 overflow-y-auto border-t border-line pt-4 text-left wrap-anywhere whitespace-pre-wrap"
      >
        {withAddresses(text).map((piece, index) =>
          typeof piece === "string" ? (
            piece
          ) : (
            // oxlint-disable-next-line react/no-array-index-key -- pieces of one text, in order
            <span key={index} className="rounded-1 bg-nil px-1">
              {piece.made}, made for the recipient when it leaves
            </span>
          ),
        )}
      </p>
    </>
  );
}
