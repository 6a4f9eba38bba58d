// On the page of a company or person: who has access since when, what was written, what we wait for, and what they see.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PanelProps } from "#domain/module.ts";
import { formatDay } from "#domain/days.ts";
import { may } from "#app/lib/access.ts";
import { formatMoment } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { RecordPanel } from "#app/records/page/record-panel.tsx";
import { Button, IconButton } from "#app/ui/button.tsx";
import { Checkbox, SelectField, TextArea, TextField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import {
  accessQuery,
  accountOfQuery,
  documentsQuery,
  messagesQuery,
  type Of,
  peopleQuery,
  useAnswer,
  useAskForFile,
  useConfirmAccess,
  useCancelRequest,
  useGiveAccess,
  useMarkRead,
  useSeeAsClient,
  useShowDocument,
  useTakeAccess,
  wantedQuery,
} from "./client-area-data.ts";

type Access = Awaited<ReturnType<NonNullable<ReturnType<typeof accessQuery>["queryFn"]>>>;

function AccessRow({ access }: { access: Access[number] }) {
  const take = useTakeAccess();
  const see = useSeeAsClient();
  const confirm = useConfirmAccess();
  const name = access.contact?.name ?? "Somebody";
  const address = access.contact?.email ?? null;
  // As the database judges it: access is bound to the address it was given to.
  const isSuspended = access.contact !== null && address?.toLowerCase() !== access.bound_to;
  return (
    <li className="grid gap-1.5 border-b border-line px-4 py-2.5 last:border-0">
      <span className="font-semibold wrap-anywhere">{name}</span>
      <span className="text-caption text-muted">
        Since {formatMoment(access.granted_at)}.{" "}
        {access.scope === "all" ? "Sees everything" : "Sees what is sent to them"}.{" "}
        {access.seen_at ? `Last seen ${formatMoment(access.seen_at)}` : "Never signed in"}.
      </span>
      {isSuspended && (
        <span className="text-caption text-danger">
          <b className="font-semibold">Access suspended.</b>{" "}
          {access.bound_to ? (
            <>
              It was given to <span className="wrap-anywhere">{access.bound_to}</span>, and the address is now{" "}
              <span className="wrap-anywhere">{address ?? "empty"}</span>.
            </>
          ) : (
            <>
              It is not bound to an address yet; the contact has{" "}
              <span className="wrap-anywhere">{address ?? "none"}</span>.
            </>
          )}{" "}
          {address === null
            ? "Add an address first."
            : may("client-area", "edit")
              ? "Confirm only if you know the new address is theirs."
              : "Ask someone who may give access to confirm it."}
        </span>
      )}
      <span className="flex flex-wrap gap-2">
        {isSuspended ? (
          address !== null &&
          may("client-area", "edit") && (
            <Button
              variant="solid"
              size="compact"
              disabled={confirm.isPending}
              onClick={() => confirm.mutate({ access: access.id, address })}
            >
              Confirm address<span className="sr-only"> of {name}</span>
            </Button>
          )
        ) : (
          <Button variant="line" size="compact" disabled={see.isPending} onClick={() => see.mutate(access.contact_id)}>
            See as client<span className="sr-only">: {name}</span>
          </Button>
        )}
        <Button variant="line" size="compact" disabled={take.isPending} onClick={() => take.mutate(access.id)}>
          Take back<span className="sr-only"> the access of {name}</span>
        </Button>
      </span>
    </li>
  );
}

function ClientPanel({ of, account, contact }: { of: Of; account: string | null; contact?: string }) {
  const access = useQuery(accessQuery(of));
  const [giving, setGiving] = useState(false);
  const [asking, setAsking] = useState(false);
  const [talking, setTalking] = useState(false);
  const [showing, setShowing] = useState(false);
  const hasAccess = (access.data?.length ?? 0) > 0;
  return (
    <RecordPanel
      title="Client area"
      query={access}
      count={access.data?.length}
      actions={
        account && (!contact || !hasAccess) ? (
          <IconButton
            name="plus"
            label="Give access to the client area"
            size="compact"
            onClick={() => setGiving(true)}
          />
        ) : undefined
      }
      empty="No access given"
      rows={access.data?.map((one) => (
        <AccessRow key={one.id} access={one} />
      ))}
    >
      {account && hasAccess && !contact && (
        <>
          <Wanted account={account} />
          <p className="flex flex-wrap gap-2 border-t border-line px-4 py-2.5">
            <MessagesButton account={account} onOpen={() => setTalking(true)} />
            <Button variant="line" size="compact" icon="export" onClick={() => setAsking(true)}>
              Ask for a file
            </Button>
            <Button variant="line" size="compact" icon="folder" onClick={() => setShowing(true)}>
              Documents they see
            </Button>
          </p>
        </>
      )}
      {giving && account && (
        <GiveDialog account={account} {...(contact && { contact })} onClose={() => setGiving(false)} />
      )}
      {asking && account && <AskDialog account={account} onClose={() => setAsking(false)} />}
      {showing && account && <ShownDialog account={account} onClose={() => setShowing(false)} />}
      {talking && account && <TalkDialog account={account} onClose={() => setTalking(false)} />}
    </RecordPanel>
  );
}

export const OfAccount = ({ record: { id } }: PanelProps) => <ClientPanel of={{ account: id }} account={id} />;

export function OfContact({ record: { id } }: PanelProps) {
  const account = useQuery(accountOfQuery(id)).data ?? null;
  return <ClientPanel of={{ contact: id }} account={account} contact={id} />;
}

function MessagesButton({ account, onOpen }: { account: string; onOpen: () => void }) {
  const messages = useQuery(messagesQuery(account)).data ?? [];
  const unread = messages.filter(({ staff_id: ours, read_at: read }) => ours === null && read === null).length;
  return (
    <Button variant="line" size="compact" icon="conversation" onClick={onOpen}>
      Messages{unread > 0 && `, ${unread} new`}
    </Button>
  );
}

function Wanted({ account }: { account: string }) {
  const wanted = useQuery(wantedQuery(account)).data ?? [];
  const cancel = useCancelRequest();
  if (wanted.length === 0) return null;
  return (
    <ul aria-label="Files asked for" className="border-t border-line text-caption">
      {wanted.map(({ id, title, due_on: due }) => (
        <li key={id} className="flex items-center gap-3 px-4 py-1.5">
          <span className="min-w-0 flex-1 wrap-anywhere">
            {title} <span className="text-muted">by {formatDay(due)}</span>
          </span>
          <IconButton
            name="close"
            label={`Take back: ${title}`}
            size="compact"
            disabled={cancel.isPending}
            onClick={() => cancel.mutate(id)}
          />
        </li>
      ))}
    </ul>
  );
}

function GiveDialog({ account, contact, onClose }: { account: string; contact?: string; onClose: () => void }) {
  const people = useQuery(peopleQuery(account)).data ?? [];
  const [chosen, setChosen] = useState(contact ?? "");
  const [whole, setWhole] = useState(true);
  const give = useGiveAccess();
  const person = chosen || people[0]?.id || "";
  return (
    <FormDialog
      title="Give access to the client area"
      narrow
      confirm="Give access"
      busy={give.isPending}
      blocked={person === ""}
      onClose={onClose}
      onConfirm={() => give.mutate({ contact: person, scope: whole ? "all" : "own" }, { onSuccess: onClose })}
    >
      <div className="grid gap-4">
        {people.length === 0 ? (
          <p>No contact of this company has a mail address yet. Add one first: the code to sign in goes there.</p>
        ) : (
          <SelectField
            label="Who"
            value={person}
            disabled={contact !== undefined}
            onChange={(event) => setChosen(event.target.value)}
          >
            {people.map(({ id, name, email }) => (
              <option key={id} value={id}>
                {name}, {email}
              </option>
            ))}
          </SelectField>
        )}
        <Checkbox
          label="Sees everything of the company, not only what is sent to them"
          checked={whole}
          onChange={(event) => setWhole(event.target.checked)}
        />
        <p className="text-caption text-muted">
          They get a mail with the address of the area, held while publishing is off. They sign in by a code to their
          own mailbox.
        </p>
      </div>
    </FormDialog>
  );
}

function AskDialog({ account, onClose }: { account: string; onClose: () => void }) {
  const ask = useAskForFile();
  const [title, setTitle] = useState("");
  const [note, setNote] = useState("");
  const [due, setDue] = useState("");
  return (
    <FormDialog
      title="Ask for a file"
      narrow
      confirm="Ask"
      busy={ask.isPending}
      blocked={title.trim() === "" || due === ""}
      onClose={onClose}
      onConfirm={() => ask.mutate({ account, title, note, due_on: due }, { onSuccess: onClose })}
    >
      <div className="grid gap-4">
        <TextField label="What" value={title} maxLength={200} onChange={(event) => setTitle(event.target.value)} />
        <TextArea label="Note" value={note} maxLength={500} onChange={(event) => setNote(event.target.value)} />
        <TextField label="By" type="date" value={due} onChange={(event) => setDue(event.target.value)} />
      </div>
    </FormDialog>
  );
}

function ShownDialog({ account, onClose }: { account: string; onClose: () => void }) {
  const documents = useQuery(documentsQuery(account));
  const show = useShowDocument();
  return (
    <FormDialog title="Documents they see" narrow keep="Close" confirm="Done" onClose={onClose} onConfirm={onClose}>
      {documents.isError && (
        <p role="alert" className="text-danger">
          Failed to load documents. {messageOf(documents.error)}
        </p>
      )}
      {documents.data?.length === 0 && <p className="text-muted">This company has no documents yet.</p>}
      <ul className="grid gap-2">
        {documents.data?.map(({ id, title, source, client_since: since }) => (
          <li key={id}>
            <Checkbox
              label={source === "client" ? `${title} (sent by them)` : title}
              checked={source === "client" || since !== null}
              disabled={source === "client" || show.isPending}
              onChange={(event) => show.mutate({ document: id, shown: event.target.checked })}
            />
          </li>
        ))}
      </ul>
    </FormDialog>
  );
}

function TalkDialog({ account, onClose }: { account: string; onClose: () => void }) {
  const messages = useQuery(messagesQuery(account)).data ?? [];
  const [words, setWords] = useState("");
  const answer = useAnswer();
  const read = useMarkRead();
  const unread = messages.some(({ staff_id: ours, read_at: at }) => ours === null && at === null);
  return (
    <FormDialog
      title="Messages"
      keep="Close"
      confirm="Send"
      busy={answer.isPending}
      blocked={words.trim() === ""}
      shortcut="Ctrl+Enter"
      onClose={() => {
        if (unread) read.mutate(account);
        onClose();
      }}
      onConfirm={() => answer.mutate({ account, words }, { onSuccess: () => setWords("") })}
    >
      <ol aria-label="Thread" className="grid gap-4">
        {messages.toReversed().map((message) => (
          <li key={message.id} className={message.staff_id ? "" : "rounded-1 bg-nil px-3 py-2"}>
            <p className="text-caption text-muted">
              <b className="font-semibold text-ink">
                {message.staff_id ? message.staff?.name : (message.contact?.name ?? "Erased person")}
              </b>{" "}
              {formatMoment(message.at)}
              {message.staff_id && message.read_at && ", seen"}
            </p>
            <p className="wrap-anywhere whitespace-pre-wrap">{message.body}</p>
          </li>
        ))}
        {messages.length === 0 && <li className="text-muted">Nothing has been written yet.</li>}
      </ol>
      <div className="mt-4">
        <TextArea
          label="Your message"
          value={words}
          maxLength={10_000}
          onChange={(event) => setWords(event.target.value)}
        />
        <p className="mt-1 text-caption text-muted">
          In the thread at once; the mail that tells of it is held while publishing is off.
        </p>
      </div>
    </FormDialog>
  );
}
