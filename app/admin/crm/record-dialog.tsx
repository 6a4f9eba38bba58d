// New and edit of any record. What is typed survives refusals, lost connections, other editors and expired sessions.
import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { FieldInputs, type Picker } from "#app/admin/field-inputs.tsx";
import { UnsavedGuard } from "#app/admin/unsaved-guard.tsx";
import { useSession } from "#app/auth/session.tsx";
import { forgetDraft, keepDraft, readDraft } from "#app/lib/drafts.ts";
import { newId } from "#app/lib/new-id.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { ConflictNotice } from "./conflict-notice.tsx";
import { capitalised, type CrmRecord, type Entity } from "./entity.ts";
import { emptyValues, schemaOf, type Values, valuesOf } from "./fields.ts";
import { EditConflict } from "./record-data.ts";
import { useSaveRecord } from "./record-mutations.ts";

interface Draft {
  values: Values;
  id: string;
  seen: string | null;
}

interface RecordDialogProps {
  entity: Entity;
  /** Null makes a new one. */
  record: CrmRecord | null;
  /** What a new one starts with. */
  preset?: Values;
  picker?: Picker;
  onClose: () => void;
}

export function RecordDialog({ entity, record, preset, picker, onClose }: RecordDialogProps) {
  const { user } = useSession();
  const draftKey = `${user?.id}:${entity.table}:${record?.id ?? "new"}`;
  const [kept] = useState(() => readDraft<Draft>(draftKey));
  const start = useRef({ id: kept?.id ?? record?.id ?? newId(), seen: kept?.seen ?? record?.updated_at ?? null });
  // The record that was opened: later refreshes of the list must not change what is being edited.
  const [baseline] = useState(() =>
    record ? valuesOf(entity.fields, record) : { ...emptyValues(entity.fields), ...preset },
  );
  const form = useForm<Values>({ defaultValues: baseline, resolver: zodResolver(schemaOf(entity.fields)) });
  const { isDirty } = form.formState;
  const save = useSaveRecord(entity);
  const done = useRef(false);

  useEffect(() => {
    for (const [name, value] of Object.entries(kept?.values ?? {})) form.setValue(name, value, { shouldDirty: true });
    return form.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty: dirty }) => {
        if (dirty && !done.current) keepDraft(draftKey, { values, ...start.current } satisfies Draft);
        else forgetDraft(draftKey);
      },
    });
  }, [form, kept, draftKey]);

  const finish = () => {
    done.current = true;
    forgetDraft(draftKey);
    onClose();
  };
  const submit = () =>
    form.handleSubmit((values) => save.mutate({ ...start.current, values }, { onSuccess: finish }))();
  const conflict = save.error instanceof EditConflict ? save.error : null;
  const formId = `${entity.table}-form`;
  const title = `${record ? "Edit" : "New"} ${capitalised(entity.one)}`;

  return (
    <>
      <Dialog
        open
        onClose={onClose}
        busy={save.isPending}
        title={title}
        footer={
          <>
            <Button variant="line" size="dialog" onClick={onClose} disabled={save.isPending}>
              Cancel
            </Button>
            <Button type="submit" form={formId} size="dialog" disabled={save.isPending}>
              {save.isPending ? "Saving..." : record ? "Save changes" : `Create ${entity.one}`}
            </Button>
          </>
        }
      >
        {kept && <p className="mb-4 rounded-1 bg-nil px-3 py-2">Your unsaved text was kept.</p>}
        <form
          id={formId}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <FieldInputs fields={entity.fields} form={form} {...(picker && { picker })} />
        </form>
        {conflict && (
          <ConflictNotice
            entity={entity}
            current={conflict.current}
            mine={form.getValues()}
            onTakeTheirs={(theirs) => {
              start.current.seen = theirs.updated_at;
              form.reset(valuesOf(entity.fields, theirs));
              forgetDraft(draftKey);
              save.reset();
            }}
            onKeepMine={(theirs) => {
              // Against what is there now, so that a third editor is noticed as well.
              start.current = theirs ? { id: theirs.id, seen: theirs.updated_at } : { id: newId(), seen: null };
              void submit();
            }}
          />
        )}
        {save.error && !conflict && (
          <p role="alert" className="mt-4 flex gap-2 rounded-1 bg-danger-bg px-3 py-2.5 text-danger">
            <Icon name="alert" className="mt-px" />
            <span className="min-w-0 wrap-anywhere">{messageOf(save.error)}</span>
          </p>
        )}
      </Dialog>
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
