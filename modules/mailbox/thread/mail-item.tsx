// One mail of a thread: a line while it is folded; open, who wrote it to whom, the words, its files, and what became of it if it was ours.
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { sizeWords } from "#domain/file-size.ts";
import { may } from "#app/lib/access.ts";
import { formatMoment, formatWhen } from "#app/lib/formats.ts";
import { useRecordsContext } from "#app/records/records-context.ts";
import { Chip } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Menu } from "#app/ui/compact/menu.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { firstName, Initials } from "../initials.tsx";
import { filedQuery, type Mail, type MailFile, useFileIt, type WrittenAnswer } from "../mailbox-data.ts";
import { AnswerState } from "./answer-state.tsx";
import { MailText } from "./mail-text.tsx";
import { namesIn, writerOf } from "./thread-items-data.ts";

export function FoldedLine({ who, words, at, onOpen }: { who: string; words: string; at: string; onOpen: () => void }) {
  return (
    <button
      type="button"
      aria-expanded={false}
      onClick={onOpen}
      className="grid min-h-10 w-full cursor-pointer grid-cols-[1.5rem_minmax(0,5.5rem)_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line py-1.5 text-left -outline-offset-2 hover:bg-shade max-sm:min-h-11 max-sm:grid-cols-[1.5rem_minmax(0,1fr)_auto]"
    >
      <Initials name={who} />
      <b dir="auto" className="truncate font-semibold">
        {firstName(who)}
      </b>
      <span dir="auto" className="truncate text-caption text-muted max-sm:hidden">
        {words}
      </span>
      <time dateTime={at} title={formatMoment(at)} className="text-caption text-muted first-letter:uppercase">
        {formatWhen(at)}
      </time>
    </button>
  );
}

const classWords: Record<string, string> = {
  automatic: "An automatic answer",
  list: "To a list",
  bounce: "It came back",
  calendar: "From a calendar",
};

export function OpenMail({
  mail,
  answer,
  canReply,
  onAnswer,
  onFold,
}: {
  mail: Mail;
  answer: WrittenAnswer | null;
  canReply: boolean;
  onAnswer: () => void;
  /** Null for the newest, which stays open. */
  onFold: (() => void) | null;
}) {
  const writer = writerOf(mail);
  const name = writer?.name ?? (writer?.address || "Erased person");
  const copies = namesIn(mail, "cc");
  const shared = mail.people.some(({ same_address: others }) => others > 0);
  const actions = [
    ...(canReply ? [{ id: "answer", label: "Answer this mail", icon: "mail" as const, onAction: onAnswer }] : []),
    ...(onFold ? [{ id: "fold", label: "Fold it again", icon: "chevron" as const, onAction: onFold }] : []),
  ];
  return (
    <article
      aria-label={`Mail from ${name}`}
      id={`mail-${mail.id}`}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 py-4"
    >
      <header className="flex items-start gap-3">
        <Initials name={name} large />
        <div className="min-w-0 flex-1">
          <p className="wrap-anywhere">
            {writer?.contact_id ? (
              <Link to={`/admin/crm/contacts/${writer.contact_id}`} className="font-semibold hover:underline">
                <bdi>{name}</bdi>
              </Link>
            ) : (
              <b className="font-semibold">
                <bdi>{name}</bdi>
              </b>
            )}{" "}
            {writer?.name && <span className="text-caption text-muted">{writer.address}</span>}
          </p>
          <p dir="auto" className="text-left text-caption wrap-anywhere text-muted">
            To {namesIn(mail, "to").join(", ") || "nobody named"}
            {copies.length > 0 && `. Copy to ${copies.join(", ")}`}
          </p>
        </div>
        <time
          dateTime={mail.at}
          title={
            mail.is_time_doubtful
              ? `${formatMoment(mail.at)}. Its own date could not be: this is when it arrived`
              : formatMoment(mail.at)
          }
          className="shrink-0 text-caption text-muted first-letter:uppercase"
        >
          {formatWhen(mail.at)}
          {mail.is_time_doubtful && "?"}
        </time>
        {actions.length > 0 && <Menu label={`Actions for the mail from ${name}`} actions={actions} />}
      </header>
      {(classWords[mail.class] || shared || mail.direction === "unclear" || writer?.is_claim) && (
        <p className="flex flex-wrap gap-1.5">
          {classWords[mail.class] && <Chip tone="nil">{classWords[mail.class]}</Chip>}
          {mail.direction === "unclear" && <Chip tone="dev">Says it is from us, which is not proved</Chip>}
          {writer?.is_claim && (
            <Chip tone="dev">
              Unverified sender: sent from {writer.sent_by ? `${writer.sent_by}’s mailbox` : "a shared mailbox"}
            </Chip>
          )}
          {shared && <Chip tone="plain">Several contacts have this address: filed with the oldest</Chip>}
        </p>
      )}
      <MailText mail={mail} who={firstName(name)} />
      {mail.subject !== null && mail.files.length > 0 && <Files mail={mail} />}
      {answer && <AnswerState answer={answer} />}
    </article>
  );
}

function Files({ mail }: { mail: Mail }) {
  const parts = mail.files.flatMap(({ part }) => part ?? []);
  const filed = useQuery(filedQuery(mail.id, parts)).data;
  const fileIt = useFileIt();
  const { isOn } = useRecordsContext();
  const mayFile = isOn("documents") && may("documents", "add");
  const fetching = (file: MailFile) => fileIt.isPending && fileIt.variables.part === file.part;
  return (
    <ul aria-label="Files" className="flex flex-wrap gap-2">
      {mail.files.map((file, index) => {
        const document = filed?.get(`${mail.id}:${file.part ?? ""}`);
        return (
          <li
            key={file.part ?? index}
            className="flex max-w-full items-center gap-2 rounded-1 rounded-br-turn-sm border border-line py-1 pr-1 pl-2.5"
          >
            <Icon name="clip" className="size-4 shrink-0" />
            <bdi className="min-w-0 font-semibold wrap-anywhere">{file.name || "A file without a name"}</bdi>
            {file.size ? <span className="shrink-0 text-caption text-muted">{sizeWords(file.size)}</span> : null}
            {document ? (
              <Link to={`/admin/documents/${document.id}`} className="shrink-0 px-1 text-caption underline">
                Filed, v{document.version}
              </Link>
            ) : (
              mayFile &&
              file.part && (
                <Button
                  variant="line"
                  size="compact"
                  disabled={fileIt.isPending}
                  onClick={() => fileIt.mutate({ mail: mail.id, part: file.part ?? "" })}
                >
                  {fetching(file) ? "Fetching..." : "File it"}
                  <span className="sr-only">: {file.name}</span>
                </Button>
              )
            )}
          </li>
        );
      })}
    </ul>
  );
}
