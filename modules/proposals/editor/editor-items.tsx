// The items: what, how much, at which price. The sum of a line is what the server answered, never computed here.
import { exactMoney } from "#domain/money.ts";
import { newId } from "#app/lib/new-id.ts";
import { Button } from "#app/ui/button.tsx";
import { checkboxClass, FieldError, inputClass } from "#app/ui/field.tsx";
import { Menu } from "#app/ui/compact/menu.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { PanelHead } from "./editor-letter.tsx";
import type { EditorValues, ItemValues, Problems } from "./draft-values-data.ts";
import { lineNet } from "../lines.ts";
import type { Totals } from "../proposal.ts";

interface Props {
  values: EditorValues;
  problems: Problems;
  totals: Totals;
  /** What is shown was computed of an earlier draft. */
  stale: boolean;
  onChange: (changes: Partial<EditorValues>) => void;
}

const empty = (): ItemValues => ({
  key: newId(),
  title: "",
  description: "",
  quantity: "1",
  price: "0",
  discount: "",
  tax: "",
  optional: false,
  selected: true,
});

export function EditorItems({ values, problems, totals, stale, onChange }: Props) {
  const { items } = values;
  const move = (from: number, to: number) => {
    const [moved] = items.slice(from, from + 1);
    if (moved) onChange({ items: items.toSpliced(from, 1).toSpliced(to, 0, moved) });
  };
  return (
    <section aria-label="Items" className={panelClass}>
      <PanelHead title="Items">
        <Button
          variant="line"
          size="compact"
          icon="plus"
          disabled={items.length >= 200}
          onClick={() => onChange({ items: [...items, { ...empty(), tax: items.at(-1)?.tax ?? "" }] })}
        >
          Item
        </Button>
      </PanelHead>
      <ul>
        {items.map((item, place) => (
          <Item
            key={item.key}
            {...{ item, place, problems }}
            last={place === items.length - 1}
            sum={totals.lines[place] && exactMoney(lineNet(totals.lines[place]), totals.currency)}
            stale={stale}
            onChange={(changes) =>
              onChange({ items: items.map((each, at) => (at === place ? { ...each, ...changes } : each)) })
            }
            onMove={(to) => move(place, to)}
            onRemove={() => onChange({ items: items.toSpliced(place, 1) })}
          />
        ))}
      </ul>
      {items.length === 0 && <p className="px-4 py-3 text-muted">None</p>}
    </section>
  );
}

function Item({
  item,
  place,
  problems,
  last,
  sum,
  stale,
  onChange,
  onMove,
  onRemove,
}: {
  item: ItemValues;
  place: number;
  problems: Problems;
  last: boolean;
  sum: string | undefined;
  stale: boolean;
  onChange: (changes: Partial<ItemValues>) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}) {
  const name = item.title || `Item ${place + 1}`;
  const input = (
    field: "title" | "description" | "quantity" | "price" | "discount" | "tax",
    label: string,
    named = false,
  ) => {
    const problem = problems[`items.${place}.${field}`];
    const errorId = `item-${place}-${field}-error`;
    const box = (
      <div className="min-w-0 grow">
        <input
          aria-label={`${label} of ${name}`}
          placeholder={field === "discount" || field === "tax" ? "None" : label}
          dir="auto"
          className={`${inputClass("compact")} ${field === "title" ? "font-semibold" : ""} ${field === "price" ? "text-right" : ""}`}
          value={item[field]}
          maxLength={field === "description" ? 2000 : 200}
          onChange={(event) => onChange({ [field]: event.target.value })}
          {...(problem && { "aria-invalid": true, "aria-describedby": errorId })}
        />
        {problem && <FieldError id={errorId}>{problem}</FieldError>}
      </div>
    );
    // A number alone does not say what it is, and a placeholder is gone once there is one.
    return named ? (
      <div className="grid min-w-0 content-start gap-1">
        <span aria-hidden="true" className="text-caption text-muted">
          {label}
        </span>
        {box}
      </div>
    ) : (
      box
    );
  };
  const tick = (field: "optional" | "selected", label: string) => (
    <label className="inline-flex min-h-8 items-center gap-2 text-caption">
      <input
        type="checkbox"
        className={`${checkboxClass} size-4.5`}
        checked={item[field]}
        onChange={(event) => onChange({ [field]: event.target.checked })}
      />
      {label}
    </label>
  );
  return (
    <li className="grid gap-2 border-b border-line p-4 last:border-0">
      <div className="flex items-start gap-2">
        {input("title", "Item")}
        <output className={`self-center text-right font-semibold whitespace-nowrap ${stale ? "text-muted" : ""}`}>
          {sum}
        </output>
        <Menu
          label={`More for ${name}`}
          className="inline-grid size-9.5 place-items-center rounded-2 hover:bg-shade"
          actions={[
            ...(place > 0 ? [{ id: "up", label: "Move up", onAction: () => onMove(place - 1) }] : []),
            ...(last ? [] : [{ id: "down", label: "Move down", onAction: () => onMove(place + 1) }]),
            { id: "remove", label: "Remove", icon: "trash", danger: true, onAction: onRemove },
          ]}
        />
      </div>
      {input("description", "Description")}
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-[1fr_1.4fr_1fr_1fr]">
        {input("quantity", "Quantity", true)}
        {input("price", "Price", true)}
        {input("discount", "Discount", true)}
        {input("tax", "Tax", true)}
      </div>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        {tick("optional", "Optional")}
        {item.optional && tick("selected", "Chosen at first")}
      </div>
    </li>
  );
}
