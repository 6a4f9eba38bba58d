// A reply from a template, through the outbox. What is typed survives a reload; a tag that is still open cannot be queued. Once an
// answer was written, it starts empty: the same words stand ready to be sent once only.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import { fillTags, openTags, replyTemplates, type ReplyTemplate } from "#content/reply-templates.ts";
import { site } from "#content/site.ts";
import { may } from "#app/lib/access.ts";
import { signed } from "#domain/signature.ts";
import { useSession } from "#app/auth/session.tsx";
import { forgetDraft, keepDraft, readDraft } from "#app/lib/drafts.ts";
import { newId } from "#app/lib/new-id.ts";
import { nextStateQuery, signatureQuery } from "#app/lib/message-data.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { SendDialog } from "#app/records/dialog/send-dialog.tsx";
import { SignatureField } from "#app/records/dialog/signature-field.tsx";
import { Button } from "#app/ui/button.tsx";
import { inputClass } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { toast } from "#app/ui/toast.ts";
import type { InquiryActions } from "../inquiry-actions-data.ts";
import { type Inquiry, staffQuery } from "../inquiries-data.ts";
import { senderOf } from "../inquiry.ts";
import { fillReply, replyTextsQuery } from "./reply-texts-data.ts";

interface Draft {
  /** Of the reply: sent twice after a lost answer, it is still one. */
  id: string;
  template: string;
  subject: string;
  text: string;
  /** Without the person's signature below. */
  unsigned?: boolean;
}

export const replyField = "inquiry-reply";

/** Words that are to be written once more; each time is another object. */
export interface TextAgain {
  subject: string;
  text: string;
}

interface Props {
  inquiry: Inquiry;
  actions: InquiryActions;
  again: TextAgain | null;
}

export function ReplyComposer({ inquiry, actions, again }: Props) {
  const label = useId();
  const { user } = useSession();
  const staff = useQuery(staffQuery);
  const me = staff.data?.find(({ user_id }) => user_id === user?.id)?.name;
  const values = {
    first_name: inquiry.name.trim().split(/\s+/)[0] ?? "",
    subject: inquiry.subject_text || `your message to ${site.name}`,
    // An address is no signature: until one has given a name, the company signs.
    me: me && !me.includes("@") ? me : site.name,
  };
  const signature = useQuery(signatureQuery(user?.id ?? ""));
  const key = `reply:${inquiry.id}`;
  const [kept, setKept] = useState<Draft | null>(() => readDraft<Draft>(key));
  const [preview, setPreview] = useState(false);
  const [sameText, setSameText] = useState(false);
  const [written, setWritten] = useState(false);
  // Until something is typed, the template as it is filled now.
  const [id, setId] = useState(newId);
  const safe = useQuery(nextStateQuery(inquiry.email)).data?.state === "held";
  const fill = (template: ReplyTemplate): Draft => ({
    id,
    template: template.key,
    subject: fillTags(template.subject, values),
    // The signature below has the name.
    text: fillTags(signature.data ? template.text.replace(/\s*\{me\}$/, "") : template.text, values),
  });
  const texts = useQuery(replyTextsQuery).data ?? [];
  const first = replyTemplates[inquiry.kind === "training" ? 1 : 0] ?? replyTemplates[0]!;
  const answered =
    written || inquiry.state === "answered" || (inquiry.last_reply?.state ?? "cancelled") !== "cancelled";
  // No first answer is right for who has been written to before: a client, or someone who was answered.
  const isBlank = answered || inquiry.kind === "client";
  const draft = kept ?? (isBlank ? { ...fill(first), template: "", text: "" } : fill(first));
  // The name at its end may still be on its way: a text that changes under the hand would mix with what is typed.
  const isComplete = kept !== null || !(staff.isPending || signature.isPending);
  const whole = signed(draft.text, draft.unsigned ? "" : (signature.data ?? ""));
  const change = (next: Draft) => {
    setKept(next);
    keepDraft(key, next);
  };
  const open = openTags(`${draft.subject}\n${draft.text}`);
  const mayQueue = open.length === 0 && draft.subject.trim() !== "" && draft.text.trim() !== "";
  const close = () => {
    setPreview(false);
    setSameText(false);
  };
  const queue = () => {
    const { id: of, subject } = draft;
    actions.reply(
      inquiry,
      { id: of, subject: subject.trim(), text: whole, again: sameText, held: safe },
      {
        onDone: () => {
          forgetDraft(key);
          setKept(null);
          setWritten(true);
          setId(newId());
          close();
        },
        onSameText: () => setSameText(true),
        onTakenBack: () => change({ ...draft, id: newId() }),
      },
    );
  };
  useEffect(() => {
    // They end with the signature that they had.
    if (again) change({ id: newId(), template: "", ...again, unsigned: true });
    // Only when it is asked for again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [again]);

  const row = "flex flex-wrap items-center gap-x-4 gap-y-1.5 border-b border-line px-4 py-2";
  const labelClass = "w-20 shrink-0 text-caption text-muted";
  return (
    <section aria-label="Reply" className="min-w-0 rounded-1 rounded-br-turn-dialog border border-line">
      <div className={row}>
        <span className={labelClass}>To</span>
        <span className="min-w-0 flex-1 wrap-anywhere">
          <bdi>{senderOf(inquiry)}</bdi>
          {inquiry.name && <span className="text-muted"> {inquiry.email}</span>}
        </span>
      </div>
      <div className={row}>
        <label className={labelClass} htmlFor={`${label}-template`}>
          Template
        </label>
        <select
          id={`${label}-template`}
          className={`${inputClass("compact")} max-w-72 flex-1 basis-48`}
          value={draft.template}
          onChange={(event) => {
            const { value } = event.target;
            const chosen = replyTemplates.find((template) => template.key === value);
            if (chosen) change(fill(chosen));
            else
              void fillReply(value, inquiry).then(
                (filled) => change({ id, template: value, ...filled }),
                (error: unknown) =>
                  toast({ title: "The template could not be filled", text: messageOf(error), tone: "danger" }),
              );
          }}
        >
          {draft.template === "" && <option value="">Choose a text</option>}
          {replyTemplates.map((template) => (
            <option key={template.key} value={template.key}>
              {template.name}
            </option>
          ))}
          {texts.map((text) => (
            <option key={text.id} value={text.id}>
              {text.name}
            </option>
          ))}
        </select>
        {open.length > 0 ? (
          <span className="text-xs font-semibold text-dev">Still open: {open.join(", ")}</span>
        ) : (
          draft.text.trim() !== "" && (
            <span className="inline-flex items-center gap-1 text-xs text-live">
              <Icon name="check" className="size-3.5" />
              All tags filled
            </span>
          )
        )}
      </div>
      <div className={row}>
        <label className={labelClass} htmlFor={`${label}-subject`}>
          Subject
        </label>
        <input
          id={`${label}-subject`}
          dir="auto"
          maxLength={200}
          className={`${inputClass("compact")} min-w-0 flex-1`}
          value={draft.subject}
          readOnly={!isComplete}
          onChange={(event) => change({ ...draft, subject: event.target.value })}
        />
      </div>
      <textarea
        id={replyField}
        aria-label={`Reply to ${senderOf(inquiry)}`}
        dir="auto"
        rows={9}
        maxLength={20_000}
        className="block w-full resize-y bg-surface px-4 py-3 text-ui leading-[1.6] -outline-offset-2"
        value={draft.text}
        readOnly={!isComplete}
        onChange={(event) => change({ ...draft, text: event.target.value })}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          if (mayQueue) setPreview(true);
        }}
      />
      <div className="border-t border-line px-4 py-2">
        <SignatureField on={!draft.unsigned} onSwitch={(on) => change({ ...draft, unsigned: !on })} />
      </div>
      <div className="flex flex-wrap items-center justify-end gap-2 px-4 py-3 max-sm:*:min-h-10">
        {safe && <SafeLine />}
        <Button variant="solid" size="compact" icon="send" disabled={!mayQueue} onClick={() => setPreview(true)}>
          {!may("inquiries", "send") ? "Ask for release" : safe ? "Queue reply" : "Send reply"}
        </Button>
      </div>
      {preview && (
        <SendDialog
          area="inquiries"
          title={sameText ? "The same text once more?" : "Send this reply?"}
          what="reply"
          mail={{
            to: { name: inquiry.name || null, address: inquiry.email },
            subject: draft.subject,
            text: whole,
          }}
          warning={sameText ? `This very text was written to ${inquiry.email} within the last day.` : null}
          busy={actions.busy}
          onConfirm={queue}
          onClose={close}
        >
          <p className="text-muted">
            The inquiry is answered, and its task done, when the mail has left. For ten seconds it can be taken back.
          </p>
        </SendDialog>
      )}
    </section>
  );
}

function SafeLine() {
  return (
    <p className="mr-auto flex items-center gap-1.5 text-caption text-muted">
      <Icon name="lock" className="size-4" />
      SAFE: waits in the outbox. Nothing leaves until it is released.
    </p>
  );
}
