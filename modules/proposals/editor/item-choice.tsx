// What the client may choose of a line: nothing, whether, one of several, how many; and how often it is billed.
import { newId } from "#app/lib/new-id.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { checkboxClass, FieldError, inputClass } from "#app/ui/field.tsx";
import type { EditorValues, ItemValues, Problems } from "./draft-values-data.ts";

const small = `${inputClass("compact")} w-auto`;

export function ItemChoice({
  item,
  groups,
  name,
  problem,
  onChange,
}: {
  item: ItemValues;
  groups: EditorValues["groups"];
  name: string;
  problem: string | undefined;
  onChange: (changes: Partial<ItemValues>) => void;
}) {
  const hasRange = item.from !== "" || item.to !== "";
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-caption">
        <select
          aria-label={`${name}: what the client chooses`}
          className={small}
          value={item.choice}
          onChange={(event) => onChange({ choice: event.target.value as ItemValues["choice"] })}
        >
          <option value="fixed">Always part of it</option>
          <option value="optional">Optional</option>
          {groups.map(({ key, title }) => (
            <option key={key} value={`group ${key}`}>
              One of: {title || "a group"}
            </option>
          ))}
        </select>
        {item.choice !== "fixed" && (
          <label className="inline-flex min-h-8 items-center gap-2">
            <input
              type="checkbox"
              className={`${checkboxClass} size-4.5`}
              checked={item.selected}
              onChange={(event) => onChange({ selected: event.target.checked })}
            />
            Chosen at first
          </label>
        )}
        <select
          aria-label={`${name}: billed`}
          className={small}
          value={item.every}
          onChange={(event) => onChange({ every: event.target.value })}
        >
          <option value="">Billed once</option>
          <option value="1">Every month</option>
          <option value="3">Every 3 months</option>
          <option value="6">Every 6 months</option>
          <option value="12">Every year</option>
        </select>
        <label className="inline-flex min-h-8 items-center gap-2">
          <input
            type="checkbox"
            className={`${checkboxClass} size-4.5`}
            checked={hasRange}
            onChange={(event) => onChange(event.target.checked ? { from: "1", to: "10" } : { from: "", to: "" })}
          />
          Client sets the quantity
        </label>
      </div>
      {hasRange && (
        <div className="flex flex-wrap items-center gap-2 text-caption">
          <span>From</span>
          <input
            aria-label={`${name}: smallest quantity`}
            className={`${small} max-w-24`}
            value={item.from}
            onChange={(event) => onChange({ from: event.target.value })}
            {...(problem && { "aria-invalid": true })}
          />
          <span>to</span>
          <input
            aria-label={`${name}: largest quantity`}
            className={`${small} max-w-24`}
            value={item.to}
            onChange={(event) => onChange({ to: event.target.value })}
            {...(problem && { "aria-invalid": true })}
          />
          {problem && <FieldError>{problem}</FieldError>}
        </div>
      )}
    </div>
  );
}

/** Of each group the client chooses exactly one line. */
export function EditorGroups({
  values: { groups, items },
  problems,
  onChange,
}: {
  values: EditorValues;
  problems: Problems;
  onChange: (changes: Partial<EditorValues>) => void;
}) {
  return (
    <fieldset className="border-t border-line p-4">
      <legend className="sr-only">Groups: exactly one line of each is chosen</legend>
      <ul className="grid gap-2">
        {groups.map(({ key, title }, place) => (
          <li key={key} className="flex items-start gap-2">
            <div className="min-w-0 grow">
              <input
                aria-label={`Group ${place + 1}: what is chosen`}
                placeholder="Choose one way of …"
                maxLength={200}
                dir="auto"
                className={inputClass("compact")}
                value={title}
                onChange={(event) => onChange({ groups: groups.with(place, { key, title: event.target.value }) })}
                {...(problems[`groups.${place}`] && { "aria-invalid": true })}
              />
              {problems[`groups.${place}`] && <FieldError>{problems[`groups.${place}`]}</FieldError>}
            </div>
            <IconButton
              name="close"
              label={`Remove the group ${title}`}
              size="compact"
              onClick={() =>
                onChange({
                  groups: groups.toSpliced(place, 1),
                  items: items.map((item) =>
                    item.choice === `group ${key}` ? { ...item, choice: "fixed" as const, selected: true } : item,
                  ),
                })
              }
            />
          </li>
        ))}
      </ul>
      <Button
        variant="line"
        size="compact"
        icon="plus"
        className={groups.length > 0 ? "mt-2" : ""}
        disabled={groups.length >= 20}
        onClick={() => onChange({ groups: [...groups, { key: newId().slice(-12), title: "Choose one" }] })}
      >
        Group to choose from
      </Button>
    </fieldset>
  );
}
