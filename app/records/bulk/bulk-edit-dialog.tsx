// One field of many records: choose it and what becomes of it, see what would change, then change it. The whole can be undone.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { currentMillis } from "#domain/clock.ts";
import type { Entity, FieldEntry } from "#domain/entity.ts";
import { countOf } from "#app/lib/formats.ts";
import { newId } from "#app/lib/new-id.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { Button } from "#app/ui/button.tsx";
import { Segmented } from "#app/ui/compact/segmented.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { toast } from "#app/ui/toast.ts";
import { PastEdits } from "../csv/past-imports.tsx";
import { takeBackImport } from "../csv/undo-import.ts";
import { initialOf, kindOf } from "../field-kinds/kinds.ts";
import { complaintAbout, editableEntries, tidy } from "../form-values.ts";
import { editPlanQuery, type Outcome, useEditRecords } from "./bulk-edit-data.ts";
import { BulkPreview } from "./bulk-preview.tsx";
import { useTargetTitle } from "./edit-words.tsx";
import { type Act, actsOf, actWords, currencyOf, editOf, type FieldEdit } from "./field-edit.ts";

/** The button beside "Export selected". */
export function BulkEditButton({
  entity,
  gather,
  disabled,
}: {
  entity: Entity;
  /** Hands over the ids of what is selected. */
  gather: (then: (ids: readonly string[]) => void) => void;
  disabled: boolean;
}) {
  const [ids, setIds] = useState<readonly string[] | null>(null);
  return (
    <>
      <Button variant="line" size="compact" disabled={disabled} onClick={() => gather(setIds)}>
        Edit fields...
      </Button>
      {ids && <BulkEditDialog entity={entity} ids={ids} onClose={() => setIds(null)} />}
    </>
  );
}

function BulkEditDialog({ entity, ids, onClose }: { entity: Entity; ids: readonly string[]; onClose: () => void }) {
  const client = useQueryClient();
  const entries = editableEntries(entity);
  const [name, setName] = useState(entries.find(([each]) => each !== entity.title)?.[0] ?? "");
  const entry = entries.find(([each]) => each === name) ?? entries[0];
  const [chosenAct, setAct] = useState<Act | null>(null);
  const [values, setValues] = useState<Record<string, string>>({});
  const [complaint, setComplaint] = useState<string | null>(null);
  const [asked, setAsked] = useState<{ edit: FieldEdit; id: string; turn: number } | null>(null);
  const title = useTargetTitle(entry, asked?.edit ?? null);
  const plan = useQuery({
    ...editPlanQuery(entity, ids, asked?.edit ?? { act: "set", changes: {} }, asked?.turn ?? 0),
    enabled: asked !== null,
  });
  const apply = useEditRecords(entity);
  if (!entry) return null;
  const acts = actsOf(entry);
  const act = chosenAct && acts.includes(chosenAct) ? chosenAct : (acts[0] ?? "set");
  const planned = asked && plan.data ? plan.data : null;
  const words = countOf(ids.length, entity.one, entity.many);
  const error = apply.error ?? (asked && plan.error);

  const preview = () => {
    const [, field] = entry;
    const text = tidy(field, values[name] ?? initial(entry));
    const currency = currencyOf(entity, entry);
    const given = {
      ...values,
      [name]: text,
      ...(currency && { [currency[0]]: values[currency[0]] || initial(currency) }),
    };
    const wrong =
      act === "clear"
        ? null
        : text === ""
          ? `Say what to ${act === "set" ? "set it to" : act}`
          : complaintAbout(field, text, given);
    setComplaint(wrong);
    if (wrong) return;
    setAsked({ edit: editOf(entity, entry, act, given), id: newId(), turn: currentMillis() });
  };
  const change = () =>
    asked &&
    planned &&
    apply.mutate(
      { id: asked.id, ids, edit: asked.edit, seen: planned.planned.at },
      {
        onSuccess: (done) => {
          tell(entity, done, () => void takeBackImport(client, entity, asked.id, "edit"));
          onClose();
        },
      },
    );
  const restart = () => {
    setAsked(null);
    apply.reset();
  };

  return (
    <Dialog
      open
      onClose={onClose}
      busy={apply.isPending}
      title={`Edit ${words}`}
      footer={
        <>
          <Button variant="line" size="dialog" disabled={apply.isPending} onClick={asked ? restart : onClose}>
            {asked ? "Back" : "Cancel"}
          </Button>
          {asked ? (
            <Button
              size="dialog"
              disabled={!planned || planned.planned.changed === 0 || apply.isPending}
              onClick={change}
              data-autofocus=""
            >
              {apply.isPending
                ? "Changing..."
                : planned
                  ? `Change ${countOf(planned.planned.changed, entity.one, entity.many)}`
                  : "Change"}
            </Button>
          ) : (
            <Button type="submit" form="bulk-edit" size="dialog">
              Preview
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4">
        {!asked ? (
          <>
            <form
              id="bulk-edit"
              noValidate
              className="grid gap-4"
              onSubmit={(event) => {
                event.preventDefault();
                preview();
              }}
            >
              <SelectField
                label="Field"
                size="compact"
                value={name}
                onChange={(event) => {
                  setName(event.target.value);
                  setComplaint(null);
                }}
              >
                {entries.map(([each, field]) => (
                  <option key={each} value={each}>
                    {field.label}
                  </option>
                ))}
              </SelectField>
              <div>
                <Segmented
                  label="What to do"
                  choices={acts.map((each) => ({ id: each, name: actWords[each] }))}
                  chosen={act}
                  onChoose={setAct}
                />
              </div>
              {act !== "clear" &&
                [entry, currencyOf(entity, entry)].map(
                  (each) =>
                    each && (
                      <ValueField
                        key={each[0]}
                        entry={each}
                        values={values}
                        error={each === entry ? (complaint ?? undefined) : undefined}
                        onChange={(text) => {
                          setValues({ ...values, [each[0]]: text });
                          setComplaint(null);
                        }}
                      />
                    ),
                )}
            </form>
            <PastEdits entity={entity} />
          </>
        ) : planned ? (
          <BulkPreview {...{ entity, entry, ids, title }} edit={asked.edit} {...planned} />
        ) : plan.isFetching ? (
          <Busy words={`Looking at ${words}`} />
        ) : null}
        {apply.isPending && planned && (
          <Busy words={`Changing ${countOf(planned.planned.changed, entity.one, entity.many)}`} />
        )}
        {error && (
          <p role="alert" className="flex gap-2 rounded-1 bg-danger-bg px-3 py-2.5 text-danger">
            <Icon name="alert" className="mt-px" />
            <span className="min-w-0 wrap-anywhere">{messageOf(error)}</span>
          </p>
        )}
      </div>
    </Dialog>
  );
}

/** A choice shows its first: what is shown is what is meant. */
const initial = ([, field]: FieldEntry) => (field.kind === "choice" ? field.choices[0] : initialOf(field));

function ValueField({
  entry: [name, field],
  values,
  error,
  onChange,
}: {
  entry: FieldEntry;
  values: Readonly<Record<string, string>>;
  error: string | undefined;
  onChange: (text: string) => void;
}) {
  const { Input } = kindOf(field);
  return (
    <Field label={field.label} hint={field.help} size="compact" error={error}>
      {(control) => (
        <Input
          key={name}
          {...{ name, field, values, onChange, control }}
          value={values[name] ?? initial([name, field])}
          onBlur={() => {}}
          inputRef={() => {}}
        />
      )}
    </Field>
  );
}

function Busy({ words }: { words: string }) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id}>{words}</label>
      <progress id={id} className="w-full accent-solid" />
    </div>
  );
}

function tell(entity: Entity, done: Outcome, undo: () => void) {
  const told = [
    done.later > 0 && `${countOf(done.later, entity.one, entity.many)} saved by someone since the preview stayed.`,
    done.gone > 0 && `${countOf(done.gone, entity.one, entity.many)} no longer there.`,
    ...done.refused.map(({ reason, count }) => `${countOf(count, entity.one, entity.many)} cannot: ${reason}.`),
  ].filter((sentence) => sentence !== false);
  toast({
    title: done.changed === 0 ? "Nothing was changed" : `${countOf(done.changed, entity.one, entity.many)} changed`,
    ...(told.length > 0 && { text: told.join(" ") }),
    ...(done.changed > 0 && { seconds: 10, action: { label: "Undo", run: undo } }),
  });
}
