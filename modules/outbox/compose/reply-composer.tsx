// The composer in a thread of mail: whom it goes to, from which mailbox, the text; then a look at it before it goes to the outbox. The
// draft stays in this browser until it was written.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import { openTags } from "#content/reply-templates.ts";
import type { MailPerson, ReplyProps } from "#domain/mail-reply.ts";
import { signed } from "#domain/signature.ts";
import { may } from "#app/lib/access.ts";
import { forgetDraft, keepDraft, readDraft } from "#app/lib/drafts.ts";
import { nextStateQuery, signatureQuery } from "#app/lib/message-data.ts";
import { newId } from "#app/lib/new-id.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { SendDialog } from "#app/records/dialog/send-dialog.tsx";
import { SignatureField } from "#app/records/dialog/signature-field.tsx";
import { useRecordsContext } from "#app/records/records-context.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { inputClass } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { toast } from "#app/ui/toast.ts";
import type { AttachedFile } from "../outbox-data.ts";
import { fillText, mailTextsQuery } from "./compose-data.ts";
import { MailFiles } from "./mail-files.tsx";
import { type Placed, ReplyPeople } from "./reply-people.tsx";

interface Draft {
  id: string;
  people: readonly Placed[] | null;
  text: string;
  files: readonly AttachedFile[];
  unsigned: boolean;
}

const blank = (): Draft => ({ id: newId(), people: null, text: "", files: [], unsigned: false });

/** Everyone once: as it was addressed, then the others of the thread. */
function placed({ to, cc, people }: Pick<ReplyProps, "to" | "cc" | "people">): Placed[] {
  const seen = new Set<string>();
  const all = [
    ...to.map((person) => ({ ...person, place: "to" as const })),
    ...cc.map((person) => ({ ...person, place: "cc" as const })),
    ...people.map((person) => ({ ...person, place: "none" as const })),
  ];
  return all.filter(({ address }) => {
    const key = address.toLowerCase();
    return !seen.has(key) && seen.add(key);
  });
}

const nameOf = ({ name, address }: MailPerson) => name ?? address;

export default function ReplyComposer({
  draft: key,
  subject,
  from,
  to,
  cc,
  people,
  contact,
  account,
  blocked = null,
  write,
  onWritten,
}: ReplyProps) {
  const field = useId();
  const { isOn, userId } = useRecordsContext();
  const queries = useQueryClient();
  const [draft, setDraft] = useState<Draft>(() => ({ ...blank(), ...readDraft<Draft>(`reply ${key}`) }));
  const [choosing, setChoosing] = useState(false);
  const [more, setMore] = useState(false);
  const [asking, setAsking] = useState(false);
  const texts = useQuery(mailTextsQuery(isOn("templates"))).data ?? [];
  const signature = useQuery(signatureQuery(userId)).data ?? "";
  const change = (next: Partial<Draft>) => setDraft((old) => ({ ...old, ...next }));
  // Kept by what is on the screen: a draft that was begun and emptied again is none.
  useEffect(() => {
    if (draft.text.trim() || draft.files.length > 0 || draft.people)
      keepDraft(`reply ${key}`, draft, { lasting: true });
    else forgetDraft(`reply ${key}`);
  }, [draft, key]);

  const everyone = draft.people ?? placed({ to, cc, people });
  const inPlace = (place: Placed["place"]) => everyone.filter((person) => person.place === place);
  const [first, ...alsoTo] = inPlace("to");
  const copies = inPlace("cc");
  const next = useQuery({ ...nextStateQuery(first?.address ?? ""), enabled: first !== undefined });
  const safe = next.data?.state === "held";
  const open = openTags(draft.text);
  const mayQueue = first !== undefined && draft.text.trim() !== "" && open.length === 0 && blocked === null;
  const whole = signed(draft.text, draft.unsigned ? "" : signature);
  const send = useMutation({
    mutationFn: () =>
      write({
        id: draft.id,
        to: first ? [first, ...alsoTo] : [],
        cc: copies,
        text: whole,
        attachments: draft.files.flatMap(({ version_id: version }) => version ?? []),
      }),
    onSuccess: ({ id, held }) => {
      forgetDraft(`reply ${key}`);
      setDraft(blank());
      toast({
        title: held ? "Reply written: SAFE holds it in the outbox" : "Reply written: it leaves in a moment",
      });
      onWritten(id);
    },
    // What was typed stays.
    onError: (error) => toast({ title: "The reply was not written", text: messageOf(error), tone: "danger" }),
    onSettled: async () => {
      setAsking(false);
      await queries.invalidateQueries({ queryKey: ["records"] });
    },
  });
  const fill = (template: string) => {
    if (!contact || !template) return;
    fillText(template, contact).then(
      ({ text }) => change({ text: draft.text.trim() ? `${draft.text.trim()}\n\n${text}` : text }),
      (error: unknown) => toast({ title: "The template could not be filled", text: messageOf(error), tone: "danger" }),
    );
  };

  const row = "flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-1.5";
  const label = "w-14 shrink-0 text-caption text-muted";
  return (
    <section aria-label="Reply" className="min-w-0 rounded-1 rounded-br-turn-dialog border border-control">
      <div className={row}>
        <span className={label}>To</span>
        <span dir="auto" className="min-w-0 flex-1 text-left wrap-anywhere">
          {first ? [first, ...alsoTo].map(nameOf).join(", ") : <span className="text-danger">Nobody yet</span>}
          {copies.length > 0 && `, copy to ${copies.map(nameOf).join(", ")}`}
        </span>
        <Button variant="line" size="compact" aria-expanded={choosing} onClick={() => setChoosing(!choosing)}>
          Change
        </Button>
      </div>
      {choosing && (
        <ReplyPeople
          people={everyone}
          onChange={(changed) => change({ people: changed })}
          onClose={() => setChoosing(false)}
        />
      )}
      <div className={row}>
        <span className={label}>From</span>
        <bdi className="min-w-0 flex-1 wrap-anywhere max-sm:basis-40">{from}</bdi>
        {texts.length > 0 && contact && (
          <select
            aria-label="Template"
            className={`${inputClass("compact")} max-w-44`}
            value=""
            onChange={(event) => fill(event.target.value)}
          >
            <option value="">Template</option>
            {texts.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </div>
      <textarea
        id={`${field}-text`}
        data-reply=""
        aria-label={first ? `Reply to ${nameOf(first)}` : "Reply"}
        dir="auto"
        rows={7}
        maxLength={20_000}
        className="block w-full resize-y bg-surface px-4 py-3 text-ui leading-[1.6] -outline-offset-2"
        value={draft.text}
        onChange={(event) => change({ text: event.target.value })}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          if (mayQueue) setAsking(true);
        }}
      />
      {more && isOn("documents") && (
        <div className="border-t border-line px-4 py-3">
          <MailFiles files={draft.files} account={account} onChange={(files) => change({ files })} />
        </div>
      )}
      <div className="border-t border-line px-4 py-2">
        <SignatureField on={!draft.unsigned} onSwitch={(on) => change({ unsigned: !on })} />
      </div>
      {open.length > 0 && <p className="px-4 pt-1 text-xs font-semibold text-dev">Still open: {open.join(", ")}</p>}
      <div className="flex flex-wrap items-center gap-2 border-t border-line px-3 py-3 max-sm:*:min-h-10">
        {isOn("documents") && (
          <span className="mr-auto flex items-center">
            <IconButton name="clip" label="Attach files" size="compact" onClick={() => setMore(!more)} />
            {draft.files.length > 0 && <span className="text-caption">{draft.files.length}</span>}
          </span>
        )}
        <p aria-live="polite" className="flex items-center gap-1.5 text-caption text-muted empty:hidden">
          {blocked ? (
            blocked
          ) : safe ? (
            <>
              <Icon name="lock" className="size-4" />
              SAFE: waits in the outbox
            </>
          ) : draft.text.trim() ? (
            "Kept as a draft"
          ) : null}
        </p>
        <Button size="compact" icon="send" disabled={!mayQueue} onClick={() => setAsking(true)}>
          {!may("outbox", "send") ? "Ask for release" : safe ? "Queue reply" : "Send reply"}
        </Button>
      </div>
      {asking && first && (
        <SendDialog
          area="outbox"
          title="Send this reply?"
          what="reply"
          mail={{ to: first, alsoTo, cc: copies, subject, text: whole, attachments: draft.files }}
          busy={send.isPending}
          onConfirm={() => send.mutate()}
          onClose={() => setAsking(false)}
        >
          <p className="text-muted">
            It leaves by the mail server of {from}, in this thread. For ten seconds it can be taken back.
          </p>
        </SendDialog>
      )}
    </section>
  );
}
