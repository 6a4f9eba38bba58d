// A mail to one contact, written here: whom, what about, the text, and a look at it before it goes to the outbox.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { openTags } from "#content/reply-templates.ts";
import { forgetDraft, keepDraft, readDraft } from "#app/lib/drafts.ts";
import { newId } from "#app/lib/new-id.ts";
import { usePublishing } from "#app/lib/publishing.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { useRecordsContext } from "#app/records/records-context.ts";
import { suggestionsQuery } from "#app/records/reference-data.ts";
import { SendDialog } from "#app/records/dialog/send-dialog.tsx";
import { Button } from "#app/ui/button.tsx";
import { Combobox, type Option } from "#app/ui/compact/combobox.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Field, SelectField, TextArea, TextField } from "#app/ui/field.tsx";
import { toast } from "#app/ui/toast.ts";
import { fillText, mailTextsQuery, recipientQuery, writeMail } from "./compose-data.ts";

interface Draft {
  id: string;
  contact: Option | null;
  template: string;
  /** The text as the template gave it: while it is untouched, it is filled again for another contact. */
  filled: string | null;
  subject: string;
  text: string;
  despite: string;
}

const draftKey = "mail";
const blank = (): Draft => ({
  id: newId(),
  contact: null,
  template: "",
  filled: null,
  subject: "",
  text: "",
  despite: "",
});

export function ComposeDialog({
  to = null,
  onClose,
  onWritten,
}: {
  /** The contact it begins with. */
  to?: Option | null;
  onClose: () => void;
  onWritten: (message: string) => void;
}) {
  const { isOn } = useRecordsContext();
  const safe = !usePublishing();
  const [draft, setDraft] = useState<Draft>(() => readDraft<Draft>(draftKey) ?? { ...blank(), contact: to });
  const [term, setTerm] = useState("");
  const [checked, setChecked] = useState(false);
  const [preview, setPreview] = useState(false);
  const { data: recipient, isLoading: isFindingRecipient } = useQuery(recipientQuery(draft.contact?.id ?? null));
  const texts = useQuery(mailTextsQuery(isOn("templates"))).data ?? [];
  const found = useQuery({
    ...suggestionsQuery({ table: "contacts", one: "contact" }, term),
    placeholderData: keepPreviousData,
  });
  const queries = useQueryClient();
  const write = useMutation({
    mutationFn: writeMail,
    onSuccess: (message) => {
      forgetDraft(draftKey);
      toast({ title: safe ? "Mail written: SAFE holds it in the outbox" : "Mail written: it leaves in a moment" });
      onWritten(message);
    },
    // What was typed stays, behind the preview.
    onError: (error) => {
      setPreview(false);
      toast({ title: "The mail was not written", text: messageOf(error), tone: "danger" });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["records"] }),
  });
  const change = (next: Partial<Draft>) =>
    setDraft((old) => {
      const all = { ...old, ...next };
      keepDraft(draftKey, all);
      return all;
    });
  const fill = (template: string, contact: Option | null) => {
    change({ template, contact });
    if (!template || !contact) return;
    fillText(template, contact.id).then(
      ({ subject, text }) => change({ subject, text, filled: text }),
      (error: unknown) => toast({ title: "The template could not be filled", text: messageOf(error), tone: "danger" }),
    );
  };

  const open = openTags(`${draft.subject}\n${draft.text}`);
  const optedOut = recipient?.stopped != null;
  const problems = {
    contact: !draft.contact
      ? "Choose a contact."
      : recipient && !recipient.email
        ? "This contact has no e-mail address."
        : undefined,
    subject: draft.subject.trim() ? undefined : "A mail needs a subject.",
    text: !draft.text.trim() ? "A mail needs a text." : open.length > 0 ? `Still open: ${open.join(", ")}` : undefined,
    despite:
      optedOut && draft.despite.trim().length < 3 ? "They opted out. Say why you write all the same." : undefined,
  };
  const isRight = recipient?.email && Object.values(problems).every((problem) => problem === undefined);

  if (preview && recipient?.email)
    return (
      <SendDialog
        title="Send this mail?"
        what="mail"
        mail={{
          to: { name: recipient.name, address: recipient.email },
          subject: draft.subject.trim(),
          text: draft.text.trim(),
        }}
        busy={write.isPending}
        onClose={() => setPreview(false)}
        onConfirm={() =>
          write.mutate({
            id: draft.id,
            contact_id: recipient.id,
            subject: draft.subject.trim(),
            text: draft.text.trim(),
            despite: optedOut ? draft.despite.trim() : null,
          })
        }
      />
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title="New mail"
      footer={
        <>
          <Button
            variant="line"
            size="dialog"
            onClick={() => {
              forgetDraft(draftKey);
              onClose();
            }}
          >
            Discard
          </Button>
          <Button
            size="dialog"
            icon="send"
            // Pressed before the address is known, it would do nothing.
            disabled={isFindingRecipient}
            onClick={() => {
              setChecked(true);
              if (isRight) setPreview(true);
            }}
          >
            Preview
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Field label="To" error={checked ? problems.contact : undefined} size="compact">
          {(control) => (
            <Combobox
              label="To"
              control={control}
              chosen={draft.contact}
              options={found.data ?? []}
              loading={found.isPending}
              onTerm={setTerm}
              onChoose={(contact) => fill(draft.text === draft.filled ? draft.template : "", contact)}
              placeholder="Find a contact"
              nothing={found.isError ? "Contacts could not be loaded." : "No contact matches."}
            />
          )}
        </Field>
        {recipient && (
          <p className="-mt-2 text-caption wrap-anywhere text-muted">
            {[recipient.email ?? "no e-mail address", recipient.account?.name].filter(Boolean).join(", ")}
          </p>
        )}
        {optedOut && (
          <TextField
            label="They opted out of outreach. Why do you write all the same?"
            size="compact"
            maxLength={500}
            value={draft.despite}
            onChange={(event) => change({ despite: event.target.value })}
            error={checked ? problems.despite : undefined}
          />
        )}
        {texts.length > 0 && (
          <SelectField
            label="Template"
            size="compact"
            value={draft.template}
            disabled={!draft.contact}
            onChange={(event) => fill(event.target.value, draft.contact)}
          >
            <option value="">{draft.contact ? "None" : "Choose a contact first"}</option>
            {texts.map((text) => (
              <option key={text.id} value={text.id}>
                {text.name}
              </option>
            ))}
          </SelectField>
        )}
        <TextField
          label="Subject"
          size="compact"
          dir="auto"
          maxLength={200}
          value={draft.subject}
          onChange={(event) => change({ subject: event.target.value })}
          error={checked ? problems.subject : undefined}
        />
        <TextArea
          label="Text"
          size="compact"
          dir="auto"
          rows={10}
          maxLength={20_000}
          value={draft.text}
          onChange={(event) => change({ text: event.target.value })}
          error={checked ? problems.text : undefined}
        />
        <p className="text-caption text-muted">
          {safe
            ? "SAFE: waits in the outbox. Nothing leaves until it is released."
            : "It goes to the outbox and leaves from there in a moment."}
        </p>
      </div>
    </Dialog>
  );
}
