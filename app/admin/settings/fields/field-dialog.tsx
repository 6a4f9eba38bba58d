// A new field, or what an existing one is called and does.
import { useState } from "react";
import { currentTime } from "#domain/clock.ts";
import { offeredCurrencies } from "#domain/money.ts";
import type { TableName } from "#domain/table-name.ts";
import type { Json } from "#app/lib/database.types.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { kindOf } from "#app/records/field-kinds/kinds.ts";
import { complaintAbout, tidy } from "#app/records/form-values.ts";
import { fieldOf, type OwnField, type OwnKind } from "#app/records/own-fields.ts";
import { Checkbox, Field, inputClass, SelectField, TextField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { toast } from "#app/ui/toast.ts";
import { Refused } from "../panel.tsx";
import { type Choice, choiceOf, ChoiceList } from "./choice-list.tsx";
import { canBeSearched, hasChoices, kinds, kindWords, useChangeFields, useExtendable } from "./fields-data.ts";

const blank = (entity: TableName): OwnField => ({
  id: "",
  entity,
  key: "",
  label: "",
  kind: "text",
  help: null,
  section: null,
  choices: [],
  currency: null,
  target: null,
  default_value: null,
  required_from: null,
  is_searchable: false,
  is_listed: false,
  position: 0,
  deleted_at: null,
  created_at: "",
  updated_at: "",
  column_name: "",
  column_type: "",
});

export function FieldDialog({
  words,
  field,
  onClose,
}: {
  words: { table: TableName; name: string; many: string };
  /** Null makes a new one. */
  field: OwnField | null;
  onClose: () => void;
}) {
  const [draft, setDraft] = useState<OwnField>(() => field ?? blank(words.table));
  const [choices, setChoices] = useState<Choice[]>(() =>
    field?.choices.length ? field.choices.map(choiceOf) : [choiceOf(null)],
  );
  const [usual, setUsual] = useState(() => (field ? (fieldOf(field, []).initial ?? "") : ""));
  const [refusal, setRefusal] = useState<string | null>(null);
  const change = useChangeFields();
  const extendable = useExtendable();
  const set = (changes: Partial<OwnField>) => setDraft((before) => ({ ...before, ...changes }));
  const named = choices.filter(({ now }) => now.trim() !== "");
  const drawn = {
    ...draft,
    choices: hasChoices(draft.kind) ? named.map(({ now }) => now.trim()) : [],
    currency: draft.kind === "money" ? (draft.currency ?? "USD") : null,
    target: draft.kind === "record" ? (draft.target ?? words.table) : null,
    default_value: null,
    required_from: null,
  } satisfies OwnField;
  const shown = fieldOf(drawn, []);
  const { Input, stored } = kindOf(shown);
  const submit = () => {
    const text = tidy(shown, usual);
    const complaint = text === "" ? null : complaintAbout(shown, text, {});
    if (complaint) return setRefusal(`Default: ${complaint}`);
    setRefusal(null);
    const settings: Record<string, Json> = {
      label: draft.label,
      help: draft.help ?? "",
      section: draft.section ?? "",
      required: draft.required_from !== null,
      listed: draft.is_listed,
      searchable: draft.is_searchable && canBeSearched(draft.kind),
      default: text === "" ? null : ((stored?.(shown, text, {}) ?? text) as Json),
      ...(hasChoices(draft.kind) && {
        choices: named.map(({ was, now }) => (was === null ? now.trim() : { was, now: now.trim() })),
      }),
      ...(drawn.currency && { currency: drawn.currency }),
      ...(drawn.target && { target: drawn.target }),
    };
    change.mutate(
      field
        ? { act: "change", field: field.id, settings }
        : { act: "add", entity: words.table, kind: draft.kind, settings },
      {
        onSuccess: () => {
          toast({ title: field ? `${draft.label} saved` : `${draft.label} added` });
          onClose();
        },
        onError: (error) => setRefusal(messageOf(error)),
      },
    );
  };
  return (
    <FormDialog
      onClose={onClose}
      busy={change.isPending}
      title={field ? `Edit ${field.label}` : `New field of ${words.many}`}
      confirm={change.isPending ? "Saving..." : field ? "Save changes" : "Add field"}
      form="own-field"
    >
      <form
        id="own-field"
        className="grid gap-4 sm:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          label="Name"
          size="compact"
          required
          maxLength={40}
          autoComplete="off"
          data-autofocus=""
          value={draft.label}
          onChange={(event) => set({ label: event.target.value })}
        />
        <SelectField
          label="Kind"
          size="compact"
          disabled={field !== null}
          value={draft.kind}
          onChange={(event) => {
            set({ kind: event.target.value as OwnKind });
            setUsual("");
          }}
        >
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {kindWords[kind]}
            </option>
          ))}
        </SelectField>
        {draft.kind === "money" && (
          <SelectField
            label="Currency"
            size="compact"
            disabled={field !== null}
            value={drawn.currency ?? ""}
            onChange={(event) => set({ currency: event.target.value })}
          >
            {offeredCurrencies.map((code) => (
              <option key={code}>{code}</option>
            ))}
          </SelectField>
        )}
        {draft.kind === "record" && (
          <SelectField
            label="Which kind of record"
            size="compact"
            disabled={field !== null}
            value={drawn.target ?? ""}
            onChange={(event) =>
              set({ target: extendable.find(({ table }) => table === event.target.value)?.table ?? null })
            }
          >
            {extendable.map(({ table, name }) => (
              <option key={table} value={table}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        {hasChoices(draft.kind) && (
          <div className="sm:col-span-2">
            <ChoiceList choices={choices} onChange={setChoices} />
          </div>
        )}
        <div className="sm:col-span-2">
          <TextField
            label="Help text"
            hint="One sentence below the field."
            size="compact"
            maxLength={300}
            autoComplete="off"
            value={draft.help ?? ""}
            onChange={(event) => set({ help: event.target.value })}
          />
        </div>
        <TextField
          label="Section"
          hint="A heading that it stands under."
          size="compact"
          maxLength={40}
          autoComplete="off"
          value={draft.section ?? ""}
          onChange={(event) => set({ section: event.target.value })}
        />
        <Field label="Default" hint="What new records start with." size="compact">
          {(control) =>
            hasChoices(draft.kind) && named.length === 0 ? (
              <input {...control} disabled placeholder="Name a choice first" className={inputClass("compact")} />
            ) : (
              <Input
                key={draft.kind}
                name="default"
                field={shown}
                value={usual}
                values={{}}
                onChange={setUsual}
                onBlur={() => setUsual(tidy(shown, usual))}
                inputRef={() => {}}
                control={control}
              />
            )
          }
        </Field>
        <div className="grid gap-2 sm:col-span-2">
          <Checkbox
            label={`Required from now on. ${words.name} that are there already may stay as they are.`}
            checked={draft.required_from !== null}
            onChange={(event) => set({ required_from: event.target.checked ? currentTime().toISOString() : null })}
          />
          <Checkbox
            label="Shown as a column in the list"
            checked={draft.is_listed}
            onChange={(event) => set({ is_listed: event.target.checked })}
          />
          {canBeSearched(draft.kind) && (
            <Checkbox
              label="Found by the search"
              checked={draft.is_searchable}
              onChange={(event) => set({ is_searchable: event.target.checked })}
            />
          )}
        </div>
        {refusal && (
          <div className="sm:col-span-2">
            <Refused>{refusal}</Refused>
          </div>
        )}
      </form>
    </FormDialog>
  );
}
