// What was written in answer, below the message: who wrote it, when, and what became of it.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { gateSentence } from "#domain/gate-reasons.ts";
import { hasLeft, mayStillLeave } from "#domain/message-states.ts";
import { formatMoment } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { MessageBadge, MessageLink } from "#app/records/message-badge.tsx";
import { Button } from "#app/ui/button.tsx";
import type { Inquiry } from "../inquiries-data.ts";
import { type Reply, repliesQuery } from "./replies-data.ts";

interface Props {
  inquiry: Inquiry;
  /** Puts the words of one that did not arrive into the composer, where there is one. */
  onUseAgain: ((reply: Reply) => void) | undefined;
}

export function ReplyThread({ inquiry, onUseAgain }: Props) {
  const replies = useQuery(repliesQuery(inquiry.id));
  const queries = useQueryClient();
  // The inquiry follows its replies: once one has left, the badge above is asked for again.
  const states = replies.data?.map(({ state }) => state).join(" ");
  const before = useRef(states);
  useEffect(() => {
    const was = before.current;
    before.current = states;
    if (was !== undefined && states !== was)
      void queries.invalidateQueries({ queryKey: ["records", "inquiries"], predicate: isNotThread });
  }, [states, queries]);
  if (replies.isError)
    return (
      <div role="alert" className="grid justify-items-start gap-2 text-danger">
        <p>Failed to load the replies. {messageOf(replies.error)}</p>
        <Button variant="line" size="compact" onClick={() => void replies.refetch()}>
          Try again
        </Button>
      </div>
    );
  if (!replies.data?.length) return null;
  return (
    <section aria-label="Replies" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 className="text-small font-[640]">Written in answer</h3>
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {replies.data.map((reply) => (
          <li key={reply.id} className="rounded-1 border border-line">
            <Written reply={reply} onUseAgain={onUseAgain} />
          </li>
        ))}
      </ol>
    </section>
  );
}

const isNotThread = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[2] !== "replies";

function Written({ reply, onUseAgain }: { reply: Reply; onUseAgain: Props["onUseAgain"] }) {
  const reason = gateSentence(reply);
  const ended = !mayStillLeave(reply.state) && !hasLeft(reply.state) && reply.state !== "uncertain";
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 px-3.5 py-3">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <MessageBadge message={reply} />
        <span className="text-caption text-muted">
          {reply.written_by ? <bdi>{reply.written_by}</bdi> : "A colleague"}, {formatMoment(reply.written_at)}
          {reply.left_at && `. Left ${formatMoment(reply.left_at)}`}
        </span>
      </header>
      {reason && !reply.held_by_safe && <p className="text-caption text-muted">{reason}</p>}
      <p dir="auto" className="text-left font-semibold wrap-anywhere">
        {reply.subject}
      </p>
      <p dir="auto" className="max-w-160 text-left leading-[1.6] wrap-anywhere whitespace-pre-wrap">
        {reply.body_text}
      </p>
      <p className="flex flex-wrap items-center gap-3 text-caption">
        <MessageLink message={reply} />
        {ended && onUseAgain && (
          <Button variant="line" size="compact" onClick={() => onUseAgain(reply)}>
            Use this text again
          </Button>
        )}
      </p>
    </div>
  );
}
