// A thread, open: its head, the mails, and the composer at its end.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { may } from "#app/lib/access.ts";
import { countOf, formatMoment, formatWhen } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { useRecordsContext } from "#app/records/records-context.ts";
import { Button } from "#app/ui/button.tsx";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { Menu } from "#app/ui/compact/menu.tsx";
import { paneBackClass } from "#app/ui/compact/not-shown.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { toast } from "#app/ui/toast.ts";
import { useMedia } from "#app/ui/use-media.ts";
import { useShortcut } from "#app/ui/use-shortcut.ts";
import {
  answersQuery,
  type Mail,
  type MailOf,
  threadQuery,
  useDeleteMails,
  useMakePrivate,
  type WrittenAnswer,
} from "../mailbox-data.ts";
import { listOf } from "../initials.tsx";
import { OpenAnswer } from "./answer-state.tsx";
import { FiledWith, FileThread, useFilingKinds } from "./file-thread.tsx";
import { FoldedLine, OpenMail } from "./mail-item.tsx";
import { recordAddress } from "./thread-address-data.ts";
import { foldItems, type Item, itemsOf, writerOf } from "./thread-items-data.ts";
import { mayAnswer, ThreadReply } from "./thread-reply.tsx";

export function ThreadPane({
  id,
  of,
  heading: Heading,
  allTheSame,
  onWritten,
}: {
  id: string;
  of: MailOf | null;
  heading: "h1" | "h2";
  allTheSame: boolean;
  onWritten: () => void;
}) {
  const thread = useQuery(threadQuery(id));
  const answers = useQuery(answersQuery(id));
  const mails = thread.data ?? [];
  if (thread.isPending) return <LoadingRows rows={6} />;
  if (thread.isError && mails.length === 0)
    return (
      <FailedRow what="this thread" why={messageOf(thread.error)} onRetry={() => void thread.refetch()}>
        The other threads still work.
      </FailedRow>
    );
  if (mails.length === 0)
    return (
      <EmptyState title="This mail is not here">
        <p className="text-muted">It was removed, or its owner keeps it private.</p>
      </EmptyState>
    );
  return (
    <>
      {(thread.isError || answers.isError) && (
        <FailedRow
          what={thread.isError ? "news of this thread" : "what waits in the outbox"}
          why={messageOf(thread.error ?? answers.error)}
          onRetry={() => void Promise.all([thread.refetch(), answers.refetch()])}
        />
      )}
      <Loaded
        key={mails[0]?.thread_id}
        {...{ mails, of, Heading, allTheSame, onWritten }}
        answers={answers.data ?? []}
      />
    </>
  );
}

function Loaded({
  mails,
  answers,
  of,
  Heading,
  allTheSame,
  onWritten,
}: {
  mails: readonly Mail[];
  answers: readonly WrittenAnswer[];
  of: MailOf | null;
  Heading: "h1" | "h2";
  allTheSame: boolean;
  onWritten: () => void;
}) {
  const items = itemsOf(mails, answers);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [all, setAll] = useState(false);
  const [answering, setAnswering] = useState<string | null>(null);
  const [sheet, setSheet] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const [filing, setFiling] = useState(false);
  const mayFile = useFilingKinds().length > 0;
  const wide = useMedia("(min-width: 40rem)");
  const { startQuickAction, isOn, ReplyComposer } = useRecordsContext();
  const makePrivate = useMakePrivate();
  const remove = useDeleteMails();
  const first = mails[0];
  const last = items.at(-1);
  const lastMail = mails.at(-1);
  const canReply = ReplyComposer !== null && mayAnswer();
  const reply = () => {
    if (!wide) return setSheet(true);
    const field = document.querySelector<HTMLTextAreaElement>("textarea[data-reply]");
    field?.scrollIntoView({ block: "center" });
    field?.focus();
  };
  // Whoever does not see the newest mail's words cannot answer it: where the composer would be, it says so.
  const mayReplyToNewest = canReply && lastMail !== undefined && lastMail.subject !== null;
  useShortcut("r", () => mayReplyToNewest && reply());
  if (!first || !last || !lastMail) return null;
  const subject = mails.findLast((mail) => mail.subject !== null)?.subject;
  const title =
    subject === undefined || subject === null
      ? `Mail between ${listOf([...new Set(mails.flatMap((mail) => writerOf(mail)?.name ?? []))], 2) || "people"}`
      : subject || "No subject";
  const mine = mails.filter(({ is_mine: isMine }) => isMine);
  const isPrivate = mine.length > 0 && mine.every(({ is_private: own }) => own);
  const mailboxes = [...new Set(mails.flatMap(({ mailboxes: every }) => every))];
  const answered = answering ?? lastMail.id;
  const composer = canReply && (
    <ThreadReply
      mail={answered}
      allTheSame={allTheSame}
      onWritten={() => {
        setSheet(false);
        setAnswering(null);
        onWritten();
      }}
    />
  );
  const toggle = (id: string) =>
    setOpen((old) => {
      const next = new Set(old);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const contact = mails.flatMap(({ people }) => people.flatMap(({ contact_id: id }) => id ?? []))[0];
  return (
    <>
      <header className="grid gap-2 border-b border-line px-5 py-4 max-sm:px-4">
        <Heading
          dir="auto"
          className="serif -mb-0.5 pb-0.5 text-left text-2xl leading-[1.2] tracking-[-0.015em] wrap-anywhere"
        >
          {title}
        </Heading>
        <p className="text-caption wrap-anywhere text-muted">
          {countOf(mails.length, "mail")} since {formatWhen(first.at)}
          {mailboxes.length > 0 && `, in ${mailboxes.join(", ")}`}.
          {isPrivate && " Private: colleagues see nothing of it."}
        </p>
        <FiledWith thread={first.thread_id} />
        <div className="flex flex-wrap items-center gap-2 max-sm:*:min-h-10">
          {mayReplyToNewest && (
            <Button variant="line" size="compact" icon="mail" title="R" onClick={reply}>
              Reply
            </Button>
          )}
          {isOn("tasks") && may("tasks", "add") && (of ?? contact) && (
            <Button
              variant="line"
              size="compact"
              icon="task"
              onClick={() =>
                startQuickAction("tasks", of ? { table: of.kind, id: of.id } : { table: "contacts", id: contact ?? "" })
              }
            >
              Make a task
            </Button>
          )}
          {mayFile && (
            <Button variant="line" size="compact" icon="folder" onClick={() => setFiling(true)}>
              File with...
            </Button>
          )}
          {mine.length > 0 && (
            <Button
              variant="line"
              size="compact"
              icon="lock"
              className="border-transparent"
              disabled={makePrivate.isPending}
              onClick={() =>
                makePrivate.mutate(
                  { thread: first.thread_id, is_private: !isPrivate },
                  {
                    onSuccess: () =>
                      toast({
                        title: isPrivate
                          ? "Shown to colleagues again, as your mailbox is"
                          : "Private: no colleague sees this thread",
                      }),
                  },
                )
              }
            >
              {isPrivate ? "Share again" : "Make private"}
            </Button>
          )}
          {(mine.length > 0 || may("mailbox", "delete")) && (
            <span className="ml-auto">
              <Menu
                label="More actions for this thread"
                actions={[
                  {
                    id: "delete",
                    label: "Remove from here",
                    icon: "trash",
                    danger: true,
                    onAction: () => setDeleting(true),
                  },
                ]}
              />
            </span>
          )}
        </div>
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] px-5 pt-2 pb-5 max-sm:px-4">
        <ol aria-label="Mails, oldest first">
          {foldItems(items, open, all).map((item) =>
            "between" in item ? (
              <li key="between">
                <Between items={item.between} onOpen={() => setAll(true)} />
              </li>
            ) : (
              <li key={item.id}>
                <One
                  item={item}
                  isOpen={item === last || open.has(item.id)}
                  canReply={canReply}
                  onToggle={() => toggle(item.id)}
                  isLast={item === last}
                  onAnswer={() => {
                    setAnswering(item.id);
                    reply();
                  }}
                />
              </li>
            ),
          )}
        </ol>
        {answering !== null && answering !== lastMail.id && (
          <p className="flex flex-wrap items-center gap-2 pb-2 text-caption">
            <Icon name="info" className="size-4" />
            Answers the mail of {formatMoment(mails.find(({ id }) => id === answering)?.at ?? lastMail.at)}.
            <Button variant="line" size="compact" onClick={() => setAnswering(null)}>
              Answer the newest
            </Button>
          </p>
        )}
        {wide && composer}
      </div>
      {!wide && sheet && (
        <Dialog open wide title="Reply" onClose={() => setSheet(false)}>
          {composer}
        </Dialog>
      )}
      {filing && <FileThread thread={first.thread_id} onClose={() => setFiling(false)} />}
      {deleting && (
        <FormDialog
          title="Remove this thread from here?"
          icon="trash"
          danger
          confirm="Remove it"
          busy={remove.isPending}
          autofocus="keep"
          onClose={() => setDeleting(false)}
          onConfirm={() =>
            remove.mutate(
              mails.map(({ id }) => id),
              {
                onSuccess: () => {
                  setDeleting(false);
                  toast({ title: "Removed. It stays in the mailbox, and does not come back here" });
                },
              },
            )
          }
        >
          <p>
            {countOf(mails.length, "mail")} and what followed from {mails.length === 1 ? "it" : "them"} go here, for
            good. Nothing is changed in the mailbox, and reading it again does not bring them back. What colleagues have
            of it in their own mailboxes stays.
          </p>
        </FormDialog>
      )}
    </>
  );
}

function Between({ items, onOpen }: { items: readonly Item[]; onOpen: () => void }) {
  const [first] = items;
  const last = items.at(-1);
  return (
    <button
      type="button"
      onClick={onOpen}
      className="min-h-9 w-full cursor-pointer border-b border-line py-1 pl-9 text-left text-caption text-muted -outline-offset-2 hover:bg-shade hover:text-ink max-sm:min-h-11"
    >
      {items.length} more, {formatWhen(first?.at ?? "")} to {formatWhen(last?.at ?? "")}
    </button>
  );
}

function One({
  item,
  isOpen,
  isLast,
  canReply,
  onToggle,
  onAnswer,
}: {
  item: Item;
  isOpen: boolean;
  isLast: boolean;
  canReply: boolean;
  onToggle: () => void;
  onAnswer: () => void;
}) {
  const who = item.kind === "mail" ? writerOf(item.mail) : null;
  const name =
    item.kind === "answer" ? (item.answer.writer ?? "A colleague") : (who?.name ?? (who?.address || "Erased person"));
  if (!isOpen)
    return (
      <FoldedLine
        who={name}
        at={item.at}
        words={item.kind === "answer" ? item.answer.body_text : (item.mail.snippet ?? "Words not shared")}
        onOpen={onToggle}
      />
    );
  if (item.kind === "answer") return <OpenAnswer answer={item.answer} />;
  return (
    <div className={isLast ? undefined : "border-b border-line"}>
      <OpenMail
        mail={item.mail}
        answer={item.answer}
        canReply={canReply && item.mail.subject !== null}
        onAnswer={onAnswer}
        onFold={isLast ? null : onToggle}
      />
    </div>
  );
}

/** On a phone the thread stands alone, with the way back above it. */
export function PhoneBack({ of }: { of: MailOf }) {
  return (
    <div className="px-3 pt-3">
      <Link to={recordAddress(of)} className={paneBackClass}>
        <Icon name="back" className="size-4" />
        Threads
      </Link>
    </div>
  );
}

/** Brings what a colleague wrote into sight. */
export function useScrollTo(id: string | null) {
  useEffect(() => {
    if (id) document.querySelector(`#mail-${CSS.escape(id)}`)?.scrollIntoView({ block: "center" });
  }, [id]);
}
