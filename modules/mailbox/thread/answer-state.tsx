// What became of an answer that was written here: its state in the outbox, and the copy in the Sent folder.
import { gateSentence } from "#domain/gate-reasons.ts";
import { hasLeft, mayStillLeave } from "#domain/message-states.ts";
import { formatMoment, formatWhen } from "#app/lib/formats.ts";
import { MessageBadge, MessageLink } from "#app/records/message-badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { firstName, Initials } from "../initials.tsx";
import { useRetryCopy, type WrittenAnswer } from "../mailbox-data.ts";
import { FoldedText } from "./mail-text.tsx";

const copyWords = {
  wanted: "The copy in the Sent folder is looked for two minutes after it left.",
  there: "Its copy is in the Sent folder.",
  put: "Its copy was put into the Sent folder.",
} as const;

export function AnswerState({ answer }: { answer: WrittenAnswer }) {
  const retry = useRetryCopy();
  const { message, copy, copy_reason: reason } = answer;
  const why = gateSentence(message);
  return (
    <div className="grid justify-items-start gap-1.5 text-caption">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <MessageBadge message={message} />
        <MessageLink message={message} />
      </p>
      {why && !message.held_by_safe && <p className="text-muted">{why}</p>}
      {message.held_by_safe && (
        <p className="text-muted">Nothing was sent, and nothing was put into the Sent folder.</p>
      )}
      {hasLeft(message.state) && copy && copy !== "failed" && <p className="text-muted">{copyWords[copy]}</p>}
      {copy === "failed" && (
        <p className="flex flex-wrap items-center gap-2 text-dev">
          Sent. The copy in your Sent folder failed: {reason ?? "the server did not say why"}.
          <Button
            variant="line"
            size="compact"
            disabled={retry.isPending}
            onClick={() => retry.mutate(answer.outbox_id)}
          >
            Try again
          </Button>
        </p>
      )}
    </div>
  );
}

/** An answer that is not among the mails: it waits, left a moment ago, or did not arrive. */
export function OpenAnswer({ answer }: { answer: WrittenAnswer }) {
  const who = answer.writer ?? "A colleague";
  return (
    <article
      aria-label={`Reply by ${who}`}
      id={`mail-${answer.outbox_id}`}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 py-4"
    >
      <header className="flex items-start gap-3">
        <Initials name={who} large />
        <div className="min-w-0 flex-1">
          <p className="wrap-anywhere">
            <b className="font-semibold">{who}</b> <span className="text-caption text-muted">{answer.mailbox}</span>
          </p>
          <p className="text-caption wrap-anywhere text-muted">To {answer.recipients.filter(Boolean).join(", ")}</p>
        </div>
        <time
          dateTime={answer.written_at}
          title={formatMoment(answer.written_at)}
          className="shrink-0 text-caption text-muted first-letter:uppercase"
        >
          {mayStillLeave(answer.message.state) ? "Written " : ""}
          {formatWhen(answer.written_at)}
        </time>
      </header>
      <FoldedText text={answer.body_text} who={firstName(who)} />
      <AnswerState answer={answer} />
    </article>
  );
}
