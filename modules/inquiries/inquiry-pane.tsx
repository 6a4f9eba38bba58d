// Everything of one inquiry: why it is held, the message as text, what it was matched with, what was typed otherwise, and the reply.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { hasLeft, messageSentence } from "#domain/message-states.ts";
import { MessageLink } from "#app/records/message-badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { InquiryActions } from "./inquiry-actions-data.ts";
import { type Inquiry, sameAddressQuery } from "./inquiries-data.ts";
import { heldBecause } from "./inquiry.ts";
import { Matched } from "./matched.tsx";
import { MessageText } from "./message-text.tsx";
import { ReplyComposer, type TextAgain } from "./reply-composer.tsx";
import { ReplyThread } from "./reply-thread.tsx";

export function InquiryPane({ inquiry, actions }: { inquiry: Inquiry; actions: InquiryActions }) {
  const [again, setAgain] = useState<TextAgain | null>(null);
  const canReply =
    inquiry.email !== "" && inquiry.erased_at === null && ["new", "answered", "closed"].includes(inquiry.state);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 px-5 py-5">
      {inquiry.state === "held" && (
        <p className="flex gap-2.5 rounded-1 bg-dev-bg px-3.5 py-2.5 text-dev">
          <Icon name="clock" className="mt-px" />
          <span>
            {heldBecause(inquiry.held_because)} Nothing was made of it and nobody was told. It is deleted after 30 days
            unless it is accepted.
          </span>
        </p>
      )}
      <NotSentYet inquiry={inquiry} />
      {inquiry.erased_at ? (
        <p className="text-muted">The sender has had this erased.</p>
      ) : (
        <MessageText text={inquiry.message} />
      )}
      <Origin inquiry={inquiry} />
      <Matched inquiry={inquiry} />
      {inquiry.same_address > 1 && <SameAddress email={inquiry.email} count={inquiry.same_address} />}
      <Suggestions inquiry={inquiry} actions={actions} />
      <ReplyThread inquiry={inquiry} onUseAgain={({ subject, body_text: text }) => setAgain({ subject, text })} />
      {canReply && <ReplyComposer key={inquiry.id} inquiry={inquiry} actions={actions} again={again} />}
    </div>
  );
}

/** A reply was written and the sender still waits: said above everything else, with the way on. */
function NotSentYet({ inquiry: { state, last_reply: reply } }: { inquiry: Inquiry }) {
  if (!reply || state !== "new" || hasLeft(reply.state) || reply.state === "cancelled") return null;
  return (
    <p className="flex gap-2.5 rounded-1 bg-dev-bg px-3.5 py-2.5 text-dev">
      <Icon name={reply.state === "held" ? "lock" : "clock"} className="mt-px shrink-0" />
      <span>
        <b className="font-semibold">{messageSentence(reply)}.</b> The sender still waits for an answer.{" "}
        <MessageLink message={reply} className="font-semibold underline underline-offset-3" />
      </span>
    </p>
  );
}

function Origin({ inquiry }: { inquiry: Inquiry }) {
  const about = typeof inquiry.fields.about === "string" ? inquiry.fields.about : "";
  return (
    <p className="text-caption wrap-anywhere text-muted">
      {inquiry.page_path ? (
        <>
          Came from <b className="font-semibold">{inquiry.page_path}</b>.{" "}
        </>
      ) : null}
      {inquiry.subject_text &&
        (inquiry.subject_key
          ? `Subject chosen: ${inquiry.subject_text}. `
          : `Subject typed: ${inquiry.subject_text}. `)}
      {about && `Asked for: ${about}. `}
      {inquiry.referrer_host && `Found us through ${inquiry.referrer_host}.`}
    </p>
  );
}

function SameAddress({ email, count }: { email: string; count: number }) {
  const contacts = useQuery(sameAddressQuery(email)).data ?? [];
  return (
    <div className="flex gap-2.5 rounded-1 border border-line px-3.5 py-2.5">
      <Icon name="people" className="mt-px text-muted" />
      <p>
        {count} records share this address. The oldest was taken.{" "}
        {contacts.map(({ id, name }, index) => (
          <span key={id}>
            {index > 0 && ", "}
            <Link to={`/admin/crm/contacts/${id}`} className="underline decoration-control">
              {name}
            </Link>
          </span>
        ))}
      </p>
    </div>
  );
}

const fieldNames: Record<string, string> = { name: "name", title: "title", phone: "phone", email: "email address" };

function Suggestions({ inquiry, actions }: { inquiry: Inquiry; actions: InquiryActions }) {
  if (inquiry.suggestions.length === 0) return null;
  return (
    <section aria-label="Suggestions" className="rounded-1 border border-line">
      <h3 className="border-b border-line px-3.5 py-2 text-caption font-semibold">
        Typed otherwise than we have it. Anyone can type anyone’s address, so nothing was changed.
      </h3>
      <ul>
        {inquiry.suggestions.map((suggestion) => {
          const what = `${suggestion.record === "contact" ? "Contact" : "Account"}’s ${fieldNames[suggestion.field] ?? suggestion.field}`;
          return (
            <li
              key={`${suggestion.record} ${suggestion.field}`}
              className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-3.5 py-2 last:border-0"
            >
              <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
                <span className="text-muted">{what}:</span> <bdi>{suggestion.have || "empty"}</bdi>
                <span className="sr-only"> would become </span>
                <Icon name="arrow" className="mx-1.5 inline size-3.5 text-muted" />
                <bdi className="font-semibold">{suggestion.typed}</bdi>
              </span>
              <Button
                variant="line"
                size="desk"
                disabled={actions.busy}
                onClick={() => actions.suggestion(inquiry, suggestion, true)}
              >
                Take over<span className="sr-only"> {what}</span>
              </Button>
              <Button
                variant="line"
                size="desk"
                disabled={actions.busy}
                onClick={() => actions.suggestion(inquiry, suggestion, false)}
              >
                Leave<span className="sr-only"> {what}</span>
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
