// A held message is read again and changed before it leaves: its words, and the files that go along.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { TextArea, TextField } from "#app/ui/field.tsx";
import { EditFiles } from "./edit-files.tsx";
import type { OutboxActions } from "../outbox-actions-data.ts";
import { type AttachedFile, filesQuery, type Message } from "../outbox-data.ts";

export function EditDialog({
  message,
  actions,
  onClose,
}: {
  message: Message;
  actions: OutboxActions;
  onClose: () => void;
}) {
  const [subject, setSubject] = useState(message.subject);
  const [text, setText] = useState(message.body_text);
  const attached = useQuery(filesQuery(message.id)).data;
  const [changed, setChanged] = useState<readonly AttachedFile[] | null>(null);
  const [checked, setChecked] = useState(false);
  const save = () => {
    setChecked(true);
    const versions = changed?.flatMap(({ version_id }) => version_id ?? []) ?? null;
    if (subject.trim() && text.trim()) actions.edit(message.id, { subject: subject.trim(), text, versions }, onClose);
  };
  return (
    <FormDialog
      onClose={onClose}
      title="Edit this message"
      busy={actions.busy}
      keep="Leave it as it was"
      confirm="Save"
      onConfirm={save}
    >
      <div className="grid gap-4">
        <p className="text-muted wrap-anywhere">
          To {message.to_address}. {message.body_html !== null && "Its HTML is made again from the text. "}It stays
          held.
        </p>
        <TextField
          label="Subject"
          size="compact"
          dir="auto"
          maxLength={200}
          value={subject}
          onChange={(event) => setSubject(event.target.value)}
          error={checked && !subject.trim() ? "A message needs a subject." : undefined}
        />
        <TextArea
          label="Text"
          size="compact"
          dir="auto"
          rows={12}
          maxLength={50_000}
          value={text}
          onChange={(event) => setText(event.target.value)}
          error={checked && !text.trim() ? "A message needs a text." : undefined}
        />
        {attached?.may_attach && (
          <EditFiles files={changed ?? attached.files} account={message.account?.id ?? null} onChange={setChanged} />
        )}
      </div>
    </FormDialog>
  );
}
