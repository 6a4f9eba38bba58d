// Who introduced a contact, and when.
import { useState } from "react";
import { officeDayOf } from "#app/lib/office-time.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { call } from "#app/lib/typed-answers.ts";
import { ReferencePicker } from "#app/records/field-kinds/reference-picker.tsx";
import DayInput from "#app/ui/compact/day-input.tsx";
import { Segmented } from "#app/ui/compact/segmented.tsx";
import { Field } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { currentTime } from "#domain/clock.ts";
import { useRelationshipChange } from "../relationships-data.ts";

const targets = {
  contact: { table: "contacts", one: "contact", page: "/admin/crm/contacts" },
  staff: { table: "staff", one: "colleague", key: "user_id", short: { order: "name" } },
} as const;

export function IntroductionDialog({ contact, onClose }: { contact: string; onClose: () => void }) {
  const [kind, setKind] = useState<"contact" | "staff">("contact");
  const [by, setBy] = useState("");
  const [day, setDay] = useState(() => officeDayOf(currentTime()));
  const [problem, setProblem] = useState<string | null>(null);
  const add = useRelationshipChange(
    () =>
      call("add_introduction", {
        contact,
        ...(kind === "contact" ? { by_contact: by } : { by_staff: by }),
        on_day: day,
      }),
    () => "Introduction added",
    "Failed to add the introduction",
  );
  const submit = () => {
    if (by === "") setProblem("Choose who introduced them.");
    else if (day === "") setProblem("Say on which day.");
    else add.mutate(undefined, { onSuccess: onClose, onError: (error) => setProblem(messageOf(error)) });
  };
  return (
    <FormDialog
      title="Introduced by"
      narrow
      busy={add.isPending}
      confirm={add.isPending ? "Saving..." : "Add"}
      onConfirm={submit}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <Segmented
          label="Introduced by"
          chosen={kind}
          choices={[
            { id: "contact", name: "A contact" },
            { id: "staff", name: "One of us" },
          ]}
          onChoose={(next) => {
            setKind(next);
            setBy("");
          }}
        />
        <Field label="Who" size="compact">
          {(control) => (
            <ReferencePicker key={kind} label="Who" to={targets[kind]} value={by} control={control} onChange={setBy} />
          )}
        </Field>
        <Field label="On" size="compact">
          {() => <DayInput label="On" value={day} onChange={setDay} />}
        </Field>
        {problem && (
          <p role="alert" className="text-caption font-semibold text-danger">
            {problem}
          </p>
        )}
      </div>
    </FormDialog>
  );
}
