// "We talked": a day of contact, and, with words, a note in the timeline.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { officeDayOf } from "#app/lib/office-time.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { call } from "#app/lib/typed-answers.ts";
import { ReferencePicker } from "#app/records/field-kinds/reference-picker.tsx";
import DayInput from "#app/ui/compact/day-input.tsx";
import { Field, TextArea } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { currentTime } from "#domain/clock.ts";
import { noMiningQuery, useRelationshipChange } from "./relationships-data.ts";

const contact = { table: "contacts", one: "contact", page: "/admin/crm/contacts" } as const;

/** In the menu of a contact's page. */
export const TalkWithContact = ({
  record,
  onClose,
}: {
  record: { id: string };
  title: string;
  onClose: () => void;
}) => <TalkDialog contactId={record.id} onClose={onClose} />;

export function TalkDialog({ contactId, onClose }: { contactId?: string; onClose: () => void }) {
  const [who, setWho] = useState(contactId ?? "");
  const [day, setDay] = useState(() => officeDayOf(currentTime()));
  const [words, setWords] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const quiet = useQuery({ ...noMiningQuery(who), enabled: who !== "" });
  const save = useRelationshipChange(
    () => call("note_talk", { contact: who, on_day: day, ...(words.trim() && { words: words.trim() }) }),
    () => "Talk noted",
    "Failed to note the talk",
  );
  const submit = () => {
    if (who === "") setProblem("Choose with whom you talked.");
    else if (day === "") setProblem("Say on which day.");
    else save.mutate(undefined, { onSuccess: onClose, onError: (error) => setProblem(messageOf(error)) });
  };
  return (
    <FormDialog
      title="Note a talk"
      narrow
      busy={save.isPending}
      confirm={save.isPending ? "Saving..." : "Note it"}
      onConfirm={submit}
      onClose={onClose}
    >
      <div className="grid gap-4">
        {!contactId && (
          <Field label="With whom" size="compact">
            {(control) => (
              <ReferencePicker label="With whom" to={contact} value={who} control={control} onChange={setWho} />
            )}
          </Field>
        )}
        <Field label="On" size="compact">
          {() => <DayInput label="On" value={day} onChange={setDay} />}
        </Field>
        <TextArea
          label="What about"
          size="compact"
          rows={3}
          hint="With words, it is also a note in the timeline."
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        {quiet.data && <p className="text-caption text-muted">Nothing is counted of this person.</p>}
        {problem && (
          <p role="alert" className="text-caption font-semibold text-danger">
            {problem}
          </p>
        )}
      </div>
    </FormDialog>
  );
}
