// The answer in a thread: the composer of records, from the mailbox that the mail lies in; or why it cannot be answered here.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense } from "react";
import { Link } from "react-router";
import { may } from "#app/lib/access.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { askedToast, askForRelease } from "#app/records/ask-for-release.tsx";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { useRecordsContext } from "#app/records/records-context.ts";
import { Button } from "#app/ui/button.tsx";
import { Strip } from "#app/ui/compact/strip.tsx";
import { beginAnswerQuery, writeAnswer } from "../mailbox-data.ts";

const refusedWords = {
  not_open: "You do not see the words of this mail, so you cannot answer it.",
  no_mailbox: "Connect your mailbox, and you can answer here: a reply leaves from it, in this thread.",
  no_server: "Your mailbox has no server to send by. Add one, and you can answer here.",
  signed_out: "Your mailbox is signed out. Sign in again, and you can answer here.",
  no_subject:
    "Only people and day of this mail are kept, so it cannot be answered here. Answer it in your mail program.",
} as const;
const toSettings: readonly string[] = ["no_mailbox", "no_server", "signed_out"];

export const mayAnswer = () => may("outbox", "edit") && may("mailbox", "send");

export function ThreadReply({
  mail,
  allTheSame,
  onWritten,
}: {
  /** The mail that is answered. */
  mail: string;
  /** A colleague has answered meanwhile, and that was read. */
  allTheSame: boolean;
  onWritten: (message: string) => void;
}) {
  const begin = useQuery(beginAnswerQuery(mail));
  const queries = useQueryClient();
  const { ReplyComposer, userId } = useRecordsContext();
  if (!ReplyComposer) return null;
  if (begin.isError)
    return (
      <p role="alert" className="flex flex-wrap items-center gap-3 text-danger">
        The reply cannot be begun. {messageOf(begin.error)}
        <Button variant="line" size="compact" onClick={() => void begin.refetch()}>
          Try again
        </Button>
      </p>
    );
  if (begin.isPending) return <LoadingRows rows={2} />;
  const { refused, from, subject, to, cc, people, contact_id: contact, account_id: account, as_of: asOf } = begin.data;
  if (refused || from === null || subject === null)
    return (
      <Strip
        tone="plain"
        action={
          refused && toSettings.includes(refused) && may("mailbox", "add") ? (
            <Link to="/admin/settings?tab=mailboxes" className="font-semibold underline">
              Mailboxes
            </Link>
          ) : undefined
        }
      >
        {refusedWords[refused ?? "no_mailbox"]}
      </Strip>
    );
  return (
    <Suspense fallback={<LoadingRows rows={2} />}>
      <ReplyComposer
        key={mail}
        draft={`${userId} ${mail}`}
        {...{ from, subject, to, cc, people, contact, account }}
        write={async (reply) => {
          const written = await writeAnswer(mail, reply, { as_of: asOf, all_the_same: allTheSame });
          if (!may("outbox", "send"))
            askedToast(
              await askForRelease({
                area: "outbox",
                title: `Release the reply "${subject}"`,
                about: contact ? { contact_id: contact } : {},
              }),
            );
          return written;
        }}
        onWritten={(message) => {
          // The next one is measured from now.
          void queries.invalidateQueries({ queryKey: beginAnswerQuery(mail).queryKey });
          onWritten(message);
        }}
      />
    </Suspense>
  );
}
