// A mail or a task of a sequence.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { Checkbox, SelectField, TextField } from "#app/ui/field.tsx";
import { subjectWords } from "../sequence.ts";
import { textsQuery } from "../sequences-data.ts";
import type { ShownStep } from "./steps-panel.tsx";
import { storedWait, WaitFields, waitOf, waitProblem } from "./wait-fields.tsx";

interface StepDialogProps {
  step: ShownStep;
  isFirst: boolean;
  isNew: boolean;
  onClose: () => void;
  onDone: (step: ShownStep) => void;
}

export function StepDialog({ step, isFirst, isNew, onClose, onDone }: StepDialogProps) {
  const [draft, setDraft] = useState(step);
  const [wait, setWait] = useState(waitOf(step));
  const [checked, setChecked] = useState(false);
  const texts = useQuery(textsQuery);
  const isMail = step.kind === "mail";
  const set = (changes: Partial<ShownStep>) => setDraft({ ...draft, ...changes });
  const missing = isMail ? draft.template_version_id === null : !draft.task_title?.trim();
  const problem = waitProblem(wait);
  const done = () => {
    setChecked(true);
    if (!missing && !problem) onDone({ ...draft, ...storedWait(wait), task_title: draft.task_title?.trim() || null });
  };
  const choose = (versionId: string) => {
    const text = texts.data?.find((each) => each.version_id === versionId);
    // Results belong to the step that was; what is chosen now is another.
    if (text)
      set({
        template_version_id: text.version_id,
        template_id: text.id,
        template_name: text.name,
        template_version: text.version,
        newest_version_id: text.version_id,
        subject: text.subject,
      });
  };
  const known = texts.data?.some(({ version_id }) => version_id === draft.template_version_id) ?? false;
  return (
    <FormDialog
      onClose={onClose}
      title={`${isNew ? "Add" : "Change"} a ${step.kind}`}
      keep="Not now"
      confirm={isNew ? "Add" : "Take it"}
      onConfirm={done}
    >
      <div className="grid gap-4">
        {isMail ? (
          <>
            <SelectField
              label="Template"
              size="compact"
              value={draft.template_version_id ?? ""}
              error={checked && missing ? "Choose the text that is sent." : undefined}
              onChange={(event) => choose(event.target.value)}
            >
              <option value="" disabled>
                {texts.isPending ? "Loading..." : "Choose a text"}
              </option>
              {!known && draft.template_version_id && (
                <option value={draft.template_version_id}>
                  {draft.template_name}, version {draft.template_version}
                </option>
              )}
              {texts.data?.map((text) => (
                <option key={text.version_id} value={text.version_id}>
                  {text.name}, version {text.version}
                </option>
              ))}
            </SelectField>
            {texts.data?.length === 0 && (
              <p className="text-muted">
                There is no template yet.{" "}
                <Link to="/admin/templates?open=new" className="underline">
                  Write the first
                </Link>
                .
              </p>
            )}
            {draft.subject && (
              <p className="text-caption text-muted wrap-anywhere">
                Subject: <bdi>{subjectWords(draft.subject)}</bdi>
              </p>
            )}
            {!isFirst && (
              <Checkbox
                label="As an answer below the mail before it, with its subject"
                checked={draft.same_thread}
                onChange={(event) => set({ same_thread: event.target.checked })}
              />
            )}
          </>
        ) : (
          <>
            <TextField
              label="What is to be done"
              size="compact"
              dir="auto"
              maxLength={300}
              value={draft.task_title ?? ""}
              error={checked && missing ? "A task needs a title." : undefined}
              onChange={(event) => set({ task_title: event.target.value })}
            />
            <Checkbox
              label="Wait until it is done: the next wait begins then"
              checked={draft.wait_for_task}
              onChange={(event) => set({ wait_for_task: event.target.checked })}
            />
          </>
        )}
        <fieldset>
          <legend className="mb-2 font-semibold">{isFirst ? "After enrolling" : "After the step before"}</legend>
          <WaitFields wait={wait} error={checked ? problem : undefined} onChange={setWait} />
        </fieldset>
      </div>
    </FormDialog>
  );
}
