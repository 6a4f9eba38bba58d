// What came back to a message: who says to have written it, who really sent it, and whether that is sure.
import { useQuery } from "@tanstack/react-query";
import { formatMoment } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { Chip, StatusBadge } from "#app/ui/badge.tsx";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { type Answer, answersQuery, type Message } from "../outbox-data.ts";

const doubts: Record<NonNullable<Answer["doubt"]>, string> = {
  failed_checks: "It failed the checks of its sender (SPF, DKIM or DMARC).",
  other_address: "It names our mail, but comes from another address than we wrote to.",
  unproved: "Nothing proves who sent it.",
};

export function MessageAnswers({ message }: { message: Message }) {
  const answers = useQuery(answersQuery(message.id));
  if (answers.isError)
    return <FailedRow what="answers" why={messageOf(answers.error)} onRetry={() => void answers.refetch()} />;
  if (!answers.data?.length) return null;
  return (
    <section aria-label="Answers" className="grid gap-3">
      <h3 className="text-small font-[640]">
        {answers.data.length === 1 ? "Answer" : `${answers.data.length} answers`}
      </h3>
      {answers.data.map((answer) => (
        <article
          key={answer.id}
          aria-label={`Answer from ${answer.from_address}`}
          className="border border-line bg-ground"
        >
          <header className="flex flex-wrap items-start gap-x-4 gap-y-1.5 border-b border-line px-4 py-3 text-caption">
            <div className="grid min-w-0 flex-1 basis-56 gap-0.75">
              <b className="text-small font-[620] wrap-anywhere">
                {answer.doubt ? "Says to be from" : "From"} {answer.from_address || "an erased address"}
              </b>
              {answer.real_sender && (
                <span className="wrap-anywhere text-danger">Really sent by {answer.real_sender}</span>
              )}
              <time dateTime={answer.received_at} className="text-muted">
                {formatMoment(answer.received_at)}
              </time>
            </div>
            {answer.doubt ? (
              <StatusBadge status="Missing">Doubtful</StatusBadge>
            ) : (
              answer.is_automatic && <Chip>Automatic</Chip>
            )}
          </header>
          {answer.doubt && (
            <p className="border-b border-line bg-danger-bg px-4 py-2.5 text-caption text-danger">
              {doubts[answer.doubt]} No sequence was stopped and nothing counts as answered. If it is theirs all the
              same, press They replied in their sequence.
            </p>
          )}
          <p dir="auto" className="px-4 pt-3 pb-4 text-left text-small leading-[1.6] wrap-anywhere whitespace-pre-wrap">
            {answer.body_text}
          </p>
        </article>
      ))}
    </section>
  );
}
