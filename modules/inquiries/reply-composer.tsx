// A reply from a template, through the outbox. What is typed survives a reload; a tag that is still open cannot be queued.
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { fillTags, openTags, replyTemplates, type ReplyTemplate } from "#content/reply-templates.ts";
import { site } from "#content/site.ts";
import { useSession } from "#app/auth/session.tsx";
import { forgetDraft, keepDraft, readDraft } from "#app/lib/drafts.ts";
import { newId } from "#app/lib/new-id.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { usePublishing } from "#app/lib/publishing.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { inputClass } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { toast } from "#app/ui/toast.ts";
import type { InquiryActions } from "./inquiry-actions-data.ts";
import { type Inquiry, staffQuery } from "./inquiries-data.ts";
import { senderOf } from "./inquiry.ts";
import { fillReply, replyTextsQuery } from "./reply-texts-data.ts";

interface Draft {
  /** Of the reply: sent twice after a lost answer, it is still one. */
  id: string;
  template: string;
  subject: string;
  text: string;
}

export const replyField = "inquiry-reply";

export function ReplyComposer({ inquiry, actions }: { inquiry: Inquiry; actions: InquiryActions }) {
  const label = useId();
  const safe = !usePublishing();
  const { user } = useSession();
  const staff = useQuery(staffQuery);
  const me = staff.data?.find(({ user_id }) => user_id === user?.id)?.name;
  const values = {
    first_name: inquiry.name.trim().split(/\s+/)[0] ?? "",
    subject: inquiry.subject_text || `your message to ${site.name}`,
    // An address is no signature: until one has given a name, the company signs.
    me: me && !me.includes("@") ? me : site.name,
  };
  const key = `reply:${inquiry.id}`;
  const [kept, setKept] = useState<Draft | null>(() => readDraft<Draft>(key));
  const [preview, setPreview] = useState(false);
  // Until something is typed, the template as it is filled now.
  const [id] = useState(newId);
  const fill = (template: ReplyTemplate): Draft => ({
    id,
    template: template.key,
    subject: fillTags(template.subject, values),
    text: fillTags(template.text, values),
  });
  const texts = useQuery(replyTextsQuery).data ?? [];
  const first = replyTemplates[inquiry.kind === "training" ? 1 : 0] ?? replyTemplates[0]!;
  const draft = kept ?? fill(first);
  // The name at its end may still be on its way: a text that changes under the hand would mix with what is typed.
  const isComplete = kept !== null || !staff.isPending;
  const change = (next: Draft) => {
    setKept(next);
    keepDraft(key, next);
  };
  const open = openTags(`${draft.subject}\n${draft.text}`);
  const mayQueue = open.length === 0 && draft.subject.trim() !== "" && draft.text.trim() !== "";
  const queue = () =>
    actions.reply(inquiry, { id: draft.id, subject: draft.subject.trim(), text: draft.text.trim(), held: safe }, () => {
      forgetDraft(key);
      setKept(null);
      setPreview(false);
    });

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
          className={`${inputClass("desk")} max-w-72 flex-1 basis-48`}
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
          <span className="inline-flex items-center gap-1 text-xs text-live">
            <Icon name="check" className="size-3.5" />
            All tags filled
          </span>
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
          className={`${inputClass("desk")} min-w-0 flex-1`}
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
      <div className="flex flex-wrap items-center justify-end gap-2 px-4 py-3 max-sm:*:min-h-10">
        {safe && <SafeLine />}
        <Button variant="solid" size="desk" icon="send" disabled={!mayQueue} onClick={() => setPreview(true)}>
          {safe ? "Queue reply" : "Send reply"}
        </Button>
      </div>
      <Dialog
        open={preview}
        onClose={() => setPreview(false)}
        title="This leaves in your name"
        busy={actions.busy}
        footer={
          <>
            <Button variant="line" size="dialog" onClick={() => setPreview(false)} disabled={actions.busy}>
              Go on writing
            </Button>
            <Button variant="solid" size="dialog" data-autofocus="" disabled={actions.busy} onClick={queue}>
              {safe ? "Queue reply" : "Send reply"}
            </Button>
          </>
        }
      >
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
          <dt className="text-muted">To</dt>
          <dd className="wrap-anywhere">{inquiry.email}</dd>
          <dt className="text-muted">Subject</dt>
          <dd dir="auto" className="font-semibold wrap-anywhere">
            {draft.subject}
          </dd>
        </dl>
        <p
          dir="auto"
          className="mt-4 max-h-80 overflow-y-auto border-t border-line pt-4 wrap-anywhere whitespace-pre-wrap"
        >
          {draft.text}
        </p>
        <div className="mt-4 border-t border-line pt-3">
          {safe ? (
            <SafeLine />
          ) : (
            <p className="text-caption text-muted">It is marked as answered, and its task as done.</p>
          )}
        </div>
      </Dialog>
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
