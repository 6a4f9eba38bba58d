// The items: what, how much, at which price. The sum of a line is what the server answered, never computed here.
import { useQuery } from "@tanstack/react-query";
import { exactMoney } from "#domain/money.ts";
import { newId } from "#app/lib/new-id.ts";
import { Button } from "#app/ui/button.tsx";
import { FieldError, inputClass } from "#app/ui/field.tsx";
import { Menu } from "#app/ui/compact/menu.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { PanelHead } from "./editor-letter.tsx";
import type { EditorValues, ItemValues, Problems } from "./draft-values-data.ts";
import { lineNet } from "../lines.ts";
import type { Recurring, Totals } from "../proposal.ts";
import { EditorGroups, ItemChoice } from "./item-choice.tsx";
import { CataloguePrice, ServicePicker } from "./service-picker.tsx";
import { knownServicesQuery, type OfferedService, serviceValues } from "./services-data.ts";

interface Props {
  values: EditorValues;
  problems: Problems;
  totals: Totals;
  /** Lines that recur are summed by themselves. */
  recurring: readonly Recurring[];
  accountId: string;
  /** What is shown was computed of an earlier draft. */
  stale: boolean;
  onChange: (changes: Partial<EditorValues>) => void;
}

/** What each line comes to: those that are billed once in the order of their totals, those that recur in theirs. */
function lineNets(
  items: readonly ItemValues[],
  totals: Totals,
  recurring: readonly Recurring[],
): (number | undefined)[] {
  const next = new Map<string, number>();
  return items.map(({ every }) => {
    const place = next.get(every) ?? 0;
    next.set(every, place + 1);
    const of = every === "" ? totals : recurring.find(({ every_months: months }) => String(months) === every)?.totals;
    const line = of?.lines[place];
    return line && lineNet(line);
  });
}

const empty = (): ItemValues => ({
  key: newId(),
  title: "",
  description: "",
  quantity: "1",
  price: "0",
  discount: "",
  tax: "",
  choice: "fixed",
  selected: true,
  from: "",
  to: "",
  every: "",
  service_id: null,
  taxes: null,
  tax_class_id: null,
});

export function EditorItems({ values, problems, totals, recurring, accountId, stale, onChange }: Props) {
  const { items } = values;
  const prices = useQuery(knownServicesQuery(items, values.currency, accountId)).data;
  const nets = lineNets(items, totals, recurring);
  const move = (from: number, to: number) => {
    const [moved] = items.slice(from, from + 1);
    if (moved) onChange({ items: items.toSpliced(from, 1).toSpliced(to, 0, moved) });
  };
  return (
    <section aria-label="Items" className={panelClass}>
      <PanelHead title="Items">
        <span className="flex gap-2">
          <ServicePicker
            currency={values.currency}
            accountId={accountId}
            disabled={items.length >= 200}
            onPick={(service) =>
              onChange({ items: [...items, { ...empty(), ...serviceValues(service, values.currency) }] })
            }
          />
          <Button
            variant="line"
            size="compact"
            icon="plus"
            disabled={items.length >= 200}
            onClick={() =>
              onChange({
                items: [...items, { ...empty(), tax: items.at(-1)?.tax ?? "", taxes: items.at(-1)?.taxes ?? null }],
              })
            }
          >
            Item
          </Button>
        </span>
      </PanelHead>
      <ul>
        {items.map((item, place) => (
          <Item
            key={item.key}
            {...{ item, place, problems }}
            last={place === items.length - 1}
            sum={nets[place] === undefined ? undefined : exactMoney(nets[place], totals.currency)}
            stale={stale}
            groups={values.groups}
            offered={prices?.find(({ id }) => id === item.service_id)}
            currency={values.currency}
            onChange={(changes) =>
              onChange({ items: items.map((each, at) => (at === place ? { ...each, ...changes } : each)) })
            }
            onMove={(to) => move(place, to)}
            onRemove={() => onChange({ items: items.toSpliced(place, 1) })}
          />
        ))}
      </ul>
      {items.length === 0 && <p className="px-4 py-3 text-muted">None</p>}
      <EditorGroups values={values} problems={problems} onChange={onChange} />
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
  groups,
  offered,
  currency,
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
  groups: EditorValues["groups"];
  /** What the catalogue says today of the service that it came from. */
  offered: OfferedService | undefined;
  currency: string;
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
          {...(field === "tax" && { title: "One rate, or two such as GST 5% + QST 9.975%" })}
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
  return (
    <li className="grid gap-2 border-b border-line p-4 last:border-0">
      {/* On a phone the name has the width, and its sum stands below it. */}
      <div className="flex items-start gap-2 max-sm:flex-wrap">
        <div className="min-w-0 grow max-sm:basis-full">{input("title", "Item")}</div>
        <output
          className={`self-center text-right font-semibold max-sm:mr-auto whitespace-nowrap ${stale ? "text-muted" : ""}`}
        >
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
      {offered && <CataloguePrice {...{ item, offered, currency, name }} onTake={onChange} />}
      <ItemChoice {...{ item, groups, name, onChange }} problem={problems[`items.${place}.from`]} />
    </li>
  );
}
