// One thread in a list: who wrote last and what, files by name, and what waits in the outbox. Where the words are not shared the row stays:
// people and day.
import { Link } from "react-router";
import { formatMoment, formatWhen } from "#app/lib/formats.ts";
import { MessageBadge } from "#app/records/message-badge.tsx";
import { Chip } from "#app/ui/badge.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { firstName, Initials, listOf } from "../initials.tsx";
import type { ThreadRow } from "../mailbox-data.ts";

/** The newest thing in a thread: a mail, or an answer that was written here and is not among the mails yet. */
export function newestOf(thread: ThreadRow) {
  const { answer } = thread;
  const isAnswer = answer !== null && answer.written_at > thread.last_at;
  return {
    at: isAnswer ? answer.written_at : thread.last_at,
    who: (isAnswer ? answer.writer : thread.last_from) ?? "Somebody",
    words: isAnswer ? answer.text : thread.snippet,
    answer,
  };
}

export const isClosed = (thread: ThreadRow) => thread.subject === null;

/** "A mail between Daniel Roth and Maren Oduya". */
export const closedTitle = ({ ours, theirs, people }: ThreadRow) =>
  `A mail between ${listOf(ours.length > 0 ? ours : ["a colleague"], 1)} and ${listOf(theirs.length > 0 ? theirs : people, 1) || "someone"}`;

export const closedWords = ({ ours, is_mine: isMine }: ThreadRow) =>
  isMine
    ? "Of your mailbox only people and days are kept."
    : `${ours.length === 1 ? firstName(ours[0] ?? "") : "Their mailbox"} shows colleagues the people and the day, not the words.`;

export function PanelThread({ thread, to }: { thread: ThreadRow; to: string }) {
  const { at, who, words, answer } = newestOf(thread);
  const closed = isClosed(thread);
  const files = closed ? [] : thread.files;
  const unread = !closed && thread.waits_for_us;
  return (
    <li className="border-b border-line last:border-0">
      <Link
        to={to}
        data-row={thread.thread_id}
        className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-3 px-4 py-3 -outline-offset-2 hover:bg-shade"
      >
        <Initials name={closed ? (thread.ours[0] ?? who) : who} />
        <span className="grid min-w-0 grid-cols-1 gap-1">
          <span className="flex min-w-0 items-baseline gap-2">
            <span
              dir="auto"
              className={`min-w-0 truncate text-left ${closed ? "" : unread ? "font-[680]" : "font-[560]"}`}
            >
              {closed ? closedTitle(thread) : thread.subject || "No subject"}
            </span>
            {!closed && <span className="shrink-0 text-caption text-muted">{thread.mails}</span>}
            <time
              dateTime={at}
              title={formatMoment(at)}
              className="ml-auto shrink-0 pl-2 text-xs text-muted first-letter:uppercase"
            >
              {formatWhen(at)}
            </time>
          </span>
          <span dir="auto" className="line-clamp-2 text-left text-caption wrap-anywhere text-muted">
            {closed ? (
              closedWords(thread)
            ) : words ? (
              <>
                <b className="font-semibold text-ink">{firstName(who)}:</b> {words}
              </>
            ) : (
              `${firstName(who)}: the words are not kept`
            )}
          </span>
          {(closed || files.length > 0 || answer || thread.is_private) && (
            <span className="flex flex-wrap gap-1.5 pt-0.5">
              {closed && <LockChip>{thread.is_mine ? "Words not kept" : "Words not shared"}</LockChip>}
              {!closed && thread.is_private && <LockChip>Private</LockChip>}
              {answer && <MessageBadge message={answer.message} />}
              {files.slice(0, 3).map((name) => (
                <Chip key={name}>
                  <Icon name="clip" className="size-3.5 shrink-0" />
                  <bdi className="max-w-48 truncate">{name}</bdi>
                </Chip>
              ))}
              {files.length > 3 && <Chip>{files.length - 3} more files</Chip>}
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}

export const LockChip = ({ children }: { children: string }) => (
  <Chip>
    <Icon name="lock" className="size-3.5 shrink-0" />
    {children}
  </Chip>
);
