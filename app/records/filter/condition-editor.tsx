// Where a condition is written: what is asked of the field, and the values. In a popover of its chip, and in the sheet of a phone.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ReferenceField } from "#domain/entity.ts";
import { arityOf, choicesOf, type Condition, type Operator, operatorsOf, shapeOf } from "#domain/filter.ts";
import { IconButton } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Combobox } from "#app/ui/compact/combobox.tsx";
import { Menu } from "#app/ui/compact/menu.tsx";
import { Checkbox, inputClass } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { LateDayInput } from "../field-kinds/late-day-input.tsx";
import { referenceNameQuery, suggestionsQuery } from "../reference-data.ts";
import type { FieldPath } from "./field-path.ts";

const words: Record<Operator, string> = {
  is: "is",
  not: "is not",
  contains: "contains",
  lacks: "does not contain",
  before: "is before",
  after: "is after",
  between: "is between",
  last: "is in the last",
  next: "is in the next",
  more: "is more than",
  less: "is less than",
  empty: "is empty",
  filled: "is not empty",
};

export function ConditionEditor({
  path,
  condition,
  onChange,
}: {
  path: FieldPath;
  condition: Condition;
  onChange: (condition: Condition) => void;
}) {
  const { op, values } = condition;
  const choose = (next: Operator) => {
    // What was typed stays where it still means something.
    const keeps = arityOf(next) === arityOf(op) && next !== "last" && next !== "next";
    const usual = next === "last" || next === "next" ? ["30"] : [];
    onChange({ ...condition, op: next, values: arityOf(next) === 0 ? [] : keeps ? values : usual });
  };
  return (
    <>
      <Menu
        label={`What is asked of ${path.field.label}`}
        className="inline-flex min-h-8.5 w-fit items-center gap-1.5 rounded-1 border border-control px-3 text-caption font-semibold hover:border-ink max-sm:min-h-11"
        trigger={
          <>
            {words[op]}
            <Icon name="chevron" className="size-3.5" />
          </>
        }
        actions={operatorsOf(path.field).map((each) => ({
          id: each,
          label: words[each],
          onAction: () => choose(each),
        }))}
      />
      <Values path={path} condition={condition} onChange={(next) => onChange({ ...condition, values: next })} />
    </>
  );
}

function Values({
  path,
  condition,
  onChange,
}: {
  path: FieldPath;
  condition: Condition;
  onChange: (values: string[]) => void;
}) {
  const { op, values } = condition;
  const { field } = path;
  const [first = "", second = ""] = values;
  const arity = arityOf(op);
  if (arity === 0) return null;
  if (op === "last" || op === "next")
    return (
      <label className="flex items-center gap-2">
        <input
          inputMode="numeric"
          aria-label="Number of days"
          maxLength={4}
          value={first}
          onChange={(event) => onChange([event.target.value.replace(/\D/g, "")])}
          className={classNames(inputClass("compact"), "w-20")}
        />
        days
      </label>
    );
  const shape = shapeOf(field);
  if (shape === "choice" || shape === "list")
    return <Choices options={choicesOf(field).map((each) => [each, each])} {...{ values, onChange }} />;
  if (shape === "reference") return <References field={field as ReferenceField} {...{ values, onChange }} />;
  const typed = (value: string, name: string, change: (text: string) => void) =>
    shape === "day" || shape === "moment" ? (
      <LateDayInput label={name} value={value} onChange={change} />
    ) : (
      <input
        type="text"
        aria-label={name}
        dir="auto"
        maxLength={200}
        inputMode={shape === "amount" ? "decimal" : "text"}
        value={value}
        onChange={(event) => change(event.target.value)}
        className={inputClass("compact")}
      />
    );
  if (arity !== 2) return typed(first, field.label, (text) => onChange([text]));
  return (
    <div className="grid gap-2">
      {typed(first, "From", (text) => onChange([text, second]))}
      <span className="text-caption text-muted">and</span>
      {typed(second, "To", (text) => onChange([first, text]))}
    </div>
  );
}

interface ValueProps {
  values: readonly string[];
  onChange: (values: string[]) => void;
}

function Choices({
  options,
  values,
  onChange,
}: ValueProps & { options: readonly (readonly [id: string, label: string])[] }) {
  return (
    <div className="-mx-1 grid max-h-60 gap-1 overflow-y-auto px-1">
      {options.map(([id, label]) => (
        <Checkbox
          key={id}
          label={label}
          checked={values.includes(id)}
          onChange={(event) =>
            onChange(event.target.checked ? [...values, id] : values.filter((value) => value !== id))
          }
        />
      ))}
    </div>
  );
}

/** A short list is shown whole; in a long one records are searched. */
function References({ field: { to, label }, values, onChange }: ValueProps & { field: ReferenceField }) {
  const [term, setTerm] = useState("");
  const found = useQuery({ ...suggestionsQuery(to, to.short ? "" : term), placeholderData: keepPreviousData });
  const options = found.data ?? [];
  if (to.short) return <Choices options={options.map((each) => [each.id, each.label])} {...{ values, onChange }} />;
  return (
    <div className="grid gap-2">
      {values.map((id) => (
        <Chosen key={id} to={to} id={id} onRemove={() => onChange(values.filter((value) => value !== id))} />
      ))}
      <Combobox
        label={label}
        chosen={null}
        options={options.filter(({ id }) => !values.includes(id))}
        loading={found.isFetching}
        onTerm={setTerm}
        onChoose={({ id }) => onChange([...values, id])}
        placeholder={`Search ${to.one}`}
        nothing={`No ${to.one} of that name.`}
      />
    </div>
  );
}

function Chosen({ to, id, onRemove }: { to: ReferenceField["to"]; id: string; onRemove: () => void }) {
  const name = useQuery(referenceNameQuery(to, id));
  const shown = name.isPending ? "Loading..." : (name.data ?? "no longer here");
  return (
    <span className="flex items-center justify-between gap-2 rounded-1 bg-nil pl-2.5">
      <bdi className="truncate">{shown}</bdi>
      <IconButton name="close" label={`Remove ${shown}`} size="compact" onClick={onRemove} />
    </span>
  );
}
