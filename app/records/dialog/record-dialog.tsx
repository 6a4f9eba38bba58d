// New and edit of any record. What is typed survives refusals, lost connections, other editors and expired sessions.
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { type FieldErrors, useForm, useWatch } from "react-hook-form";
import { capitalised, type Entity, type Fields } from "#domain/entity.ts";
import { forgetDraft, keepDraft, readDraft } from "#app/lib/drafts.ts";
import { newId } from "#app/lib/new-id.ts";
import { messageOf, remedyOf } from "#app/lib/request-error.ts";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { useRecordsContext } from "../records-context.ts";
import type { KitRecord } from "../entity.ts";
import type { Values } from "../field-kinds/field-kind.ts";
import { complaintsAbout, emptyValues, inForm, valuesOf } from "../form-values.ts";
import { useEntity } from "../own-fields.ts";
import { EditConflict } from "../record-data.ts";
import { useSaveRecord } from "../record-mutations.ts";
import { ChangedNotice } from "./changed-notice.tsx";
import { ConflictNotice } from "./conflict-notice.tsx";
import { DuplicatesNotice } from "./duplicates-notice.tsx";
import { FieldInputs } from "./field-inputs.tsx";
import { UnsavedGuard } from "./unsaved-guard.tsx";

/** Whether it adds or changes a record is settled by what was opened, and by nothing that a record holds. */
type Opened = { opened: "new"; id: string } | { opened: "existing"; id: string; seen: string };
type Draft = Opened & { values: Record<string, string> };

interface RecordDialogProps {
  entity: Entity;
  /** Null makes a new one. */
  record: KitRecord | null;
  /** What a new one starts with. */
  preset?: Values;
  onClose: () => void;
  /** Before it closes. */
  onSaved?: ((saved: KitRecord) => void) | undefined;
}

const atFirst = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, field]) => !field.later));

const resolve = (fields: Fields) => (values: Record<string, string>) => {
  const complaints = Object.entries(complaintsAbout(fields, values));
  const errors: FieldErrors = Object.fromEntries(
    complaints.map(([name, message]) => [name, { type: "custom", message }]),
  );
  return complaints.length > 0 ? { values: {}, errors } : { values, errors: {} };
};

export function RecordDialog({ entity: given, record, preset, onClose, onSaved }: RecordDialogProps) {
  const entity = useEntity(given);
  const { userId } = useRecordsContext();
  const draftKey = `${userId}:${entity.table}:${record?.id ?? "new"}`;
  const [kept] = useState(() => readDraft<Draft>(draftKey));
  const [opened] = useState<Opened>(
    () =>
      kept ??
      (record ? { opened: "existing", id: record.id, seen: record.updated_at } : { opened: "new", id: newId() }),
  );
  const target = useRef(opened);
  // The record that was opened: later refreshes of the list must not change what is being edited.
  const [baseline] = useState(() =>
    record ? valuesOf(entity.fields, record) : { ...emptyValues(entity.fields), ...preset },
  );
  const asked = inForm(entity.fields);
  const form = useForm<Record<string, string>>({ defaultValues: baseline, resolver: resolve(asked) });
  const typed = useWatch({ control: form.control });
  const { isDirty } = form.formState;
  const save = useSaveRecord(entity);
  const done = useRef(false);

  useEffect(() => {
    for (const [name, value] of Object.entries(kept?.values ?? {})) form.setValue(name, value, { shouldDirty: true });
    return form.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty: dirty }) => {
        if (dirty && !done.current) keepDraft(draftKey, { values, ...target.current } satisfies Draft);
        else forgetDraft(draftKey);
      },
    });
  }, [form, kept, draftKey]);

  const finish = (saved: KitRecord) => {
    done.current = true;
    forgetDraft(draftKey);
    onSaved?.(saved);
    onClose();
  };
  const submit = () =>
    form.handleSubmit((values) => save.mutate({ ...target.current, values }, { onSuccess: finish }))();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || save.isPending) return;
    event.preventDefault();
    void submit();
  };
  const conflict = save.error instanceof EditConflict ? save.error : null;
  const formId = `${entity.table}-form`;

  return (
    <>
      <FormDialog
        onClose={onClose}
        busy={save.isPending}
        title={`${record ? "Edit" : "New"} ${capitalised(entity.one)}`}
        confirm={save.isPending ? "Saving..." : record ? "Save changes" : `Create ${entity.one}`}
        form={formId}
        shortcut="Ctrl+Enter"
      >
        {record && !conflict && !save.isPending && (
          <ChangedNotice table={entity.table} id={record.id} one={entity.one} />
        )}
        {kept && <p className="mb-4 rounded-1 bg-nil px-3 py-2">Your unsaved text was kept.</p>}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl+Enter in any of its fields */}
        <form
          id={formId}
          noValidate
          onKeyDown={onKeyDown}
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <FieldInputs fields={record ? asked : atFirst(asked)} form={form} />
        </form>
        {entity.sameBy && <DuplicatesNotice entity={entity} values={typed} exceptId={opened.id} />}
        {conflict && (
          <ConflictNotice
            entity={entity}
            current={conflict.current}
            mine={form.getValues()}
            onTakeTheirs={(theirs) => {
              target.current = { opened: "existing", id: theirs.id, seen: theirs.updated_at };
              form.reset(valuesOf(entity.fields, theirs));
              forgetDraft(draftKey);
              save.reset();
            }}
            onKeepMine={(theirs) => {
              // Against what is there now, so that a third editor is noticed as well.
              target.current = theirs
                ? { opened: "existing", id: theirs.id, seen: theirs.updated_at }
                : { opened: "new", id: newId() };
              void submit();
            }}
          />
        )}
        {save.error && !conflict && (
          <p role="alert" className="mt-4 flex gap-2 rounded-1 bg-danger-bg px-3 py-2.5 text-danger">
            <Icon name="alert" className="mt-px" />
            <span className="min-w-0 wrap-anywhere">
              {messageOf(save.error)}
              {remedyOf(save.error) && (
                <>
                  {" "}
                  {/* In another tab: what was typed stays here. */}
                  <a href={remedyOf(save.error) ?? ""} target="_blank" rel="noreferrer" className="underline">
                    Open the settings
                  </a>
                </>
              )}
            </span>
          </p>
        )}
      </FormDialog>
      <UnsavedGuard
        unsaved={() => isDirty && !done.current}
        onDiscard={() => {
          done.current = true;
          forgetDraft(draftKey);
        }}
      />
    </>
  );
}
