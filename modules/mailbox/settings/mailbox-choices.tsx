// One mailbox: what is kept of it, what colleagues see with a live example, and who opened its words.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { countOf, formatMoment, formatWhen } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { Button } from "#app/ui/button.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { toast } from "#app/ui/toast.ts";
import { type KeepLevel, levelWords, type SeeLevel } from "../mailbox.ts";
import {
  consentQuery,
  exampleQuery,
  type MailboxChanges,
  type MailboxRow,
  readersQuery,
  usePauseMailbox,
  useResumeMailbox,
  useSetMailbox,
} from "../mailbox-data.ts";
import { AsColleague, isShown, keepChoices, LevelChoices, seeChoices } from "./level-choices.tsx";

const keeps: readonly KeepLevel[] = ["headers", "snippet", "text"];

export function MailboxChoices({ mailbox, onRemove }: { mailbox: MailboxRow; onRemove: () => void }) {
  const {
    id,
    address,
    keep,
    colleagues_see: see,
    may_change: mayChange,
    may_stop: mayStop,
    owner_name: owner,
  } = mailbox;
  const example = useQuery({ ...exampleQuery(id), enabled: mailbox.is_mine }).data;
  const consent = useQuery({ ...consentQuery(id), enabled: mailbox.is_mine }).data;
  const set = useSetMailbox();
  const pause = usePauseMailbox();
  const resume = useResumeMailbox();
  const [narrowing, setNarrowing] = useState<KeepLevel | null>(null);
  const change = (changes: MailboxChanges, said: string) =>
    set.mutate({ mailbox: id, changes }, { onSuccess: () => toast({ title: said }) });
  const keepIt = (level: KeepLevel) =>
    keeps.indexOf(level) < keeps.indexOf(keep) ? setNarrowing(level) : change({ keep: level }, "Kept from now on");
  return (
    <section aria-label={address} className={panelClass}>
      <header className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-3">
        <div className="mr-auto min-w-0">
          <h2 className="text-small font-[640] wrap-anywhere">{address}</h2>
          <p className="text-caption text-muted">
            Connected by {mailbox.is_mine ? "you" : (owner ?? "a colleague")}{" "}
            {consent ? `with your consent of ${formatWhen(consent.at)}` : formatWhen(mailbox.created_at)}
          </p>
        </div>
        {mayStop && mailbox.state !== "paused" && mailbox.state !== "signed_out" && (
          <Button
            variant="line"
            size="compact"
            icon="pause"
            disabled={pause.isPending}
            onClick={() => pause.mutate(id)}
          >
            Pause
          </Button>
        )}
        {mayChange && mailbox.state === "paused" && (
          <Button
            variant="line"
            size="compact"
            icon="play"
            disabled={resume.isPending}
            onClick={() => resume.mutate(id)}
          >
            Go on
          </Button>
        )}
        {mayStop && (
          <Button variant="line" size="compact" className="border-danger text-danger" onClick={onRemove}>
            Remove
          </Button>
        )}
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-7 gap-y-5 p-4 lg:grid-cols-2">
        <LevelChoices
          legend="What is kept here"
          name={`keep ${id}`}
          choices={keepChoices}
          chosen={keep}
          disabled={!mayChange || set.isPending}
          onChoose={keepIt}
        />
        <LevelChoices
          legend="What colleagues see of it"
          name={`see ${id}`}
          choices={seeChoices.filter((choice) => isShown(choice.id, keep) || choice.id === see)}
          chosen={see}
          disabled={!mayChange || set.isPending}
          onChoose={(level: SeeLevel) =>
            change({ colleagues_see: level }, `Colleagues see: ${levelWords[level].toLowerCase()}`)
          }
        />
        <div className="min-w-0">
          <h3 className="mb-2 text-caption font-semibold">As a colleague sees it</h3>
          <AsColleague owner={owner ?? address} keep={keep} see={see} example={example ?? null} />
        </div>
        {mailbox.is_mine && <Readers since={mailbox.created_at} />}
      </div>
      {!mayChange && (
        <p className="border-t border-line px-4 py-3 text-caption text-muted">
          {mailbox.kind === "personal"
            ? `Only ${owner ?? "its owner"} changes this. You may pause it or remove it.`
            : "Who may edit mailboxes changes this."}
        </p>
      )}
      {narrowing && (
        <FormDialog
          title="Keep less?"
          danger
          confirm="Remove the words"
          autofocus="keep"
          busy={set.isPending}
          onClose={() => setNarrowing(null)}
          onConfirm={() =>
            set.mutate(
              { mailbox: id, changes: { keep: narrowing } },
              {
                onSuccess: () => {
                  setNarrowing(null);
                  toast({ title: `Kept from now on: ${levelWords[narrowing].toLowerCase()}` });
                },
              },
            )
          }
        >
          <p>
            From now on this is kept: {levelWords[narrowing].toLowerCase()}. What is kept beyond that is removed here at
            once, except where another mailbox keeps it. Nothing changes in the mailbox itself.
          </p>
        </FormDialog>
      )}
    </section>
  );
}

function Readers({ since }: { since: string }) {
  const readers = useQuery(readersQuery);
  return (
    <div className="min-w-0">
      <h3 className="mb-2 text-caption font-semibold">Who opened your words</h3>
      {readers.isError && (
        <p role="alert" className="text-caption text-danger">
          Failed to load who did. {messageOf(readers.error)}
        </p>
      )}
      {readers.isPending && <p className="text-caption text-muted">Loading...</p>}
      {readers.data && (
        <ul className="border-t border-line text-caption">
          {readers.data.slice(0, 5).map(({ id, at, reader, thread_id: thread, subject }) => (
            <li key={id} className="flex items-baseline justify-between gap-3 border-b border-line py-2">
              <Link to={`/admin/mail/${thread}`} dir="auto" className="min-w-0 truncate text-left hover:underline">
                {reader ?? "A former colleague"}, “{subject ?? "a mail"}”
              </Link>
              <time dateTime={at} title={formatMoment(at)} className="shrink-0 text-muted first-letter:uppercase">
                {formatWhen(at)}
              </time>
            </li>
          ))}
          <li className="border-b border-line py-2 text-muted">
            {readers.data.length === 0
              ? `Nobody since ${formatWhen(since)}`
              : readers.data.length > 5
                ? `${countOf(readers.data.length - 5, "more look", "more looks")} before`
                : "Nobody else"}
          </li>
        </ul>
      )}
    </div>
  );
}
