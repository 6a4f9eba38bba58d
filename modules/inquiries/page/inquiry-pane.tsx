// Everything of one inquiry: why it waits for a check, the message as text, what it was matched with, what was typed otherwise, and the reply.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { may } from "#app/lib/access.ts";
import { hasLeft, messageSentence } from "#domain/message-states.ts";
import { MessageLink } from "#app/records/message-badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { InquiryActions } from "../inquiry-actions-data.ts";
import { type Inquiry, sameAddressQuery } from "../inquiries-data.ts";
import { checkedBecause } from "../inquiry.ts";
import { Matched } from "./matched.tsx";
import { MessageText } from "./message-text.tsx";
import { ReplyComposer, type TextAgain } from "../replies/reply-composer.tsx";
import { ReplyThread } from "../replies/reply-thread.tsx";

export function InquiryPane({ inquiry, actions }: { inquiry: Inquiry; actions: InquiryActions }) {
  const [again, setAgain] = useState<TextAgain | null>(null);
  const mayEdit = may("inquiries", "edit");
  const canReply =
    mayEdit &&
    inquiry.email !== "" &&
    inquiry.erased_at === null &&
    ["new", "answered", "closed"].includes(inquiry.state);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 px-5 py-5">
      {inquiry.state === "held" && (
        <p className="flex gap-2.5 rounded-1 bg-dev-bg px-3.5 py-2.5 text-dev">
          <Icon name="clock" className="mt-px" />
          <span>
            {checkedBecause(inquiry.held_because)}{" "}
            {inquiry.due_at !== null && "Its sender was told the same day as everyone, so the clock runs. "}
            Nothing is made of it and no mail leaves until a person accepts it. It stays here until then.
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
      <Matched inquiry={inquiry} actions={actions} />
      {inquiry.same_address > 1 && <SameAddress email={inquiry.email} count={inquiry.same_address} />}
      {mayEdit && <Suggestions inquiry={inquiry} actions={actions} />}
      <ReplyThread
        inquiry={inquiry}
        onUseAgain={canReply ? ({ subject, body_text: text }) => setAgain({ subject, text }) : undefined}
      />
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
        inquiry.kind !== "client" &&
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
  // The company of an unknown sender is offered on its card.
  const suggestions = inquiry.suggestions.filter(({ field }) => field !== "member");
  if (suggestions.length === 0) return null;
  return (
    <section aria-label="Suggestions" className="rounded-1 border border-line">
      <h3 className="border-b border-line px-3.5 py-2 text-caption font-semibold">
        The message says something else than we have. Anyone can type anyone’s address, so nothing was changed.
      </h3>
      <ul>
        {suggestions.map((suggestion) => {
          const what = `${suggestion.record === "contact" ? "Contact" : "Company"}’s ${fieldNames[suggestion.field] ?? suggestion.field}`;
          return (
            <li
              key={`${suggestion.record} ${suggestion.field}`}
              className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-3.5 py-2 last:border-0"
            >
              <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
                <span className="text-muted">{what}: says</span> <bdi className="font-semibold">{suggestion.typed}</bdi>
                <span className="text-muted">
                  , we have <bdi>{suggestion.have || "none"}</bdi>
                </span>
              </span>
              <Button
                variant="line"
                size="compact"
                disabled={actions.busy}
                onClick={() => actions.suggestion(inquiry, suggestion, true)}
              >
                Take over<span className="sr-only"> {what}</span>
              </Button>
              <Button
                variant="line"
                size="compact"
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
