// A task with all its fields. Days and hours are the office's.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { messageOf } from "#app/lib/request-error.ts";
import { DayField } from "#app/records/field-kinds/late-day-input.tsx";
import { ReferencePicker } from "#app/records/field-kinds/reference-picker.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { Field, FieldError, SelectField, TextArea, TextField } from "#app/ui/field.tsx";
import { toast } from "#app/ui/toast.ts";
import { kinds, kindWords, priorities, priorityWords, recordOf, type Task } from "../task.ts";
import { useSaveTask } from "../task-actions-data.ts";
import { colleaguesQuery } from "../tasks-data.ts";

const reminders = [
  ["", "No reminder"],
  ["0", "At the hour"],
  ["15", "15 minutes before"],
  ["60", "An hour before"],
  ["1440", "A day before"],
] as const;

export function TaskDialog({ task, onClose }: { task: Task; onClose: () => void }) {
  const [form, setForm] = useState(() => ({
    title: task.title,
    notes: task.notes ?? "",
    kind: task.kind,
    priority: task.priority,
    due_on: task.due_on ?? "",
    due_time: task.due_time ?? "",
    remind: task.remind_before === null ? "" : String(task.remind_before),
    assignee: task.assignee_id ?? "",
    account: task.account_id ?? "",
    contact: task.contact_id ?? "",
  }));
  const [tried, setTried] = useState(false);
  const save = useSaveTask();
  const colleagues = useQuery(colleaguesQuery);
  const record = recordOf(task);
  const set = (changed: Partial<typeof form>) => setForm({ ...form, ...changed });
  const wrong = {
    title: form.title.trim() === "" ? "Write what is to be done." : undefined,
    due_time: form.due_time && !form.due_on ? "An hour needs a day." : undefined,
  };
  const submit = () => {
    setTried(true);
    if (wrong.title || wrong.due_time || save.isPending) return;
    save.mutate(
      {
        seen: task.updated_at,
        task: {
          id: task.id,
          title: form.title.trim(),
          notes: form.notes.trim() || null,
          kind: form.kind,
          priority: form.priority,
          due_on: form.due_on || null,
          due_time: form.due_time || null,
          remind_before: form.due_time && form.remind !== "" ? Number(form.remind) : null,
          assignee_id: form.assignee || null,
          account_id: form.account || null,
          contact_id: form.contact || null,
        },
      },
      {
        onSuccess: () => {
          toast({ title: "Task saved", text: form.title.trim() });
          onClose();
        },
      },
    );
  };
  // Someone may have left since: their name stays choosable while the task is theirs.
  const people = colleagues.data ?? [];
  const gone = task.assignee_id && !people.some(({ user_id: id }) => id === task.assignee_id);

  return (
    <FormDialog
      onClose={onClose}
      busy={save.isPending}
      title="Edit task"
      confirm={save.isPending ? "Saving..." : "Save task"}
      form="task-form"
    >
      <form
        id="task-form"
        noValidate
        className="grid grid-cols-2 gap-x-4 gap-y-3.5 max-sm:grid-cols-1"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div className="col-span-full">
          <TextField
            label="Title"
            size="compact"
            marked
            maxLength={300}
            value={form.title}
            onChange={(event) => set({ title: event.target.value })}
            error={tried ? wrong.title : undefined}
          />
        </div>
        <DayField label="Day" value={form.due_on} onChange={(day) => set({ due_on: day })} />
        <DayField
          label="Hour, by the office's clock"
          kind="time"
          value={form.due_time}
          onChange={(time) => set({ due_time: time })}
          error={tried ? wrong.due_time : undefined}
        />
        <SelectField
          label="Reminder by mail"
          size="compact"
          value={form.remind}
          disabled={!form.due_time}
          onChange={(event) => set({ remind: event.target.value })}
        >
          {reminders.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
          {!reminders.some(([value]) => value === form.remind) && (
            <option value={form.remind}>{form.remind} minutes before</option>
          )}
        </SelectField>
        <SelectField
          label="Priority"
          size="compact"
          value={form.priority}
          onChange={(event) => set({ priority: event.target.value as Task["priority"] })}
        >
          {priorities.map((priority) => (
            <option key={priority} value={priority}>
              {priorityWords[priority]}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Kind"
          size="compact"
          value={form.kind}
          onChange={(event) => set({ kind: event.target.value as Task["kind"] })}
        >
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {kindWords[kind]}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Owner"
          size="compact"
          value={form.assignee}
          onChange={(event) => set({ assignee: event.target.value })}
        >
          <option value="">Nobody yet</option>
          {gone && <option value={task.assignee_id ?? ""}>{task.assignee_name}</option>}
          {people.map(({ user_id: id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        {task.inquiry_id || task.deal_id ? (
          <p className="col-span-full">
            About{" "}
            {record && (
              <Link to={record.page} className="underline decoration-control underline-offset-3">
                {record.name}
              </Link>
            )}
          </p>
        ) : (
          <>
            <Field label="Contact" size="compact">
              {(control) => (
                <ReferencePicker
                  label="Contact"
                  to={{ table: "contacts", one: "contact" }}
                  value={form.contact}
                  onChange={(contact) => set({ contact })}
                  control={control}
                />
              )}
            </Field>
            <Field label="Company" size="compact" {...(form.contact && { hint: "The contact's company." })}>
              {(control) => (
                <ReferencePicker
                  label="Company"
                  to={{ table: "accounts", one: "company" }}
                  value={form.account}
                  onChange={(account) => set({ account, contact: "" })}
                  control={control}
                />
              )}
            </Field>
          </>
        )}
        <div className="col-span-full">
          <TextArea
            label="Notes"
            size="compact"
            rows={3}
            maxLength={20_000}
            value={form.notes}
            onChange={(event) => set({ notes: event.target.value })}
          />
        </div>
        {save.isError && (
          <div role="alert" className="col-span-full">
            <FieldError>{messageOf(save.error)}</FieldError>
          </div>
        )}
      </form>
    </FormDialog>
  );
}
