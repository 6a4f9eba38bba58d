// Beside the thread that is open: the others with the same person, company or deal.
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { countOf, formatMoment, formatWhen } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { MessageBadge } from "#app/records/message-badge.tsx";
import { Chip } from "#app/ui/badge.tsx";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { firstName, Initials } from "../initials.tsx";
import { type MailOf, nameQuery, type ThreadRow, threadsQuery } from "../mailbox-data.ts";
import { threadAddress } from "../panel/mail-panel.tsx";
import { closedTitle, closedWords, isClosed, LockChip, newestOf } from "../panel/thread-row.tsx";
import { recordAddress } from "./thread-address-data.ts";

export function ThreadList({ of, openId }: { of: MailOf; openId: string | null }) {
  const threads = useQuery(threadsQuery(of));
  const name = useQuery(nameQuery(of)).data;
  const rows = threads.data?.rows ?? [];
  return (
    <div className="min-w-0 border-r border-line">
      <div className="flex min-h-12 items-center justify-between gap-3 border-b border-line px-3">
        <Link
          to={recordAddress(of)}
          className="inline-flex min-w-0 items-center gap-2 rounded-1 px-2 py-1 font-semibold hover:bg-shade"
        >
          <Icon name="back" className="size-4 shrink-0" />
          <bdi className="truncate">{name ?? "Back"}</bdi>
        </Link>
        {threads.data && (
          <span className="shrink-0 text-caption text-muted">
            {threads.data.more ? `${rows.length} of more` : countOf(rows.length, "thread")}
          </span>
        )}
      </div>
      {threads.isError && (
        <FailedRow what="the threads" why={messageOf(threads.error)} onRetry={() => void threads.refetch()}>
          The open one still works.
        </FailedRow>
      )}
      {threads.isPending && <LoadingRows rows={5} />}
      <ul aria-label="Threads">
        {rows.map((thread) => (
          <Row
            key={thread.thread_id}
            thread={thread}
            to={threadAddress(of, thread.thread_id)}
            open={thread.thread_id === openId}
          />
        ))}
      </ul>
    </div>
  );
}

function Row({ thread, to, open }: { thread: ThreadRow; to: string; open: boolean }) {
  const { at, who, words, answer } = newestOf(thread);
  const closed = isClosed(thread);
  const files = closed ? 0 : thread.files.length;
  return (
    <li className="border-b border-line">
      <Link
        to={to}
        preventScrollReset
        data-row={thread.thread_id}
        {...(open && { "data-selected": "", "aria-current": "true" as const })}
        className="grid grid-cols-1 gap-1 px-5 py-3 -outline-offset-2 hover:bg-shade data-selected:bg-nil"
      >
        <span className="flex items-baseline justify-between gap-2">
          <span
            dir="auto"
            className={`min-w-0 truncate text-left ${!closed && thread.waits_for_us ? "font-[680]" : "font-[560]"}`}
          >
            {closed ? closedTitle(thread).replace("A mail between ", "") : thread.subject || "No subject"}
          </span>
          <time
            dateTime={at}
            title={formatMoment(at)}
            className="shrink-0 text-xs text-muted first-letter:uppercase in-data-selected:text-ink"
          >
            {formatWhen(at)}
          </time>
        </span>
        <span
          dir="auto"
          className="line-clamp-2 text-left text-caption wrap-anywhere text-muted in-data-selected:text-ink"
        >
          {closed ? (
            closedWords(thread)
          ) : (
            <>
              <b className="font-semibold text-ink">{firstName(who)}.</b> {words ?? "The words are not kept"}
            </>
          )}
        </span>
        <span className="flex items-end justify-between gap-2 pt-1">
          <span className="flex flex-wrap gap-1.5">
            {closed && <LockChip>{thread.is_mine ? "Words not kept" : "Words not shared"}</LockChip>}
            {!closed && thread.is_private && <LockChip>Private</LockChip>}
            {answer && <MessageBadge message={answer.message} />}
            {files > 0 && (
              <Chip>
                <Icon name="clip" className="size-3.5" />
                {countOf(files, "file")}
              </Chip>
            )}
          </span>
          {thread.ours[0] && (
            <span title={thread.ours.join(", ")}>
              <Initials name={thread.ours[0]} />
              <span className="sr-only">With {thread.ours.join(", ")}</span>
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}
