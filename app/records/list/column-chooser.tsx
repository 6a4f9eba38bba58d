// Which columns a list shows, and in which order. With the keyboard: Space shows or hides, Alt and an arrow moves.
import { useState } from "react";
import { Button } from "react-aria-components/Button";
import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { Popover } from "react-aria-components/Popover";
import { listEntries } from "#domain/computed-fields.ts";
import type { Entity } from "#domain/entity.ts";
import type { Column } from "#domain/saved-view.ts";
import { Button as PlainButton, IconButton } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { floating, useTopLayer } from "#app/ui/compact/top-layer.tsx";
import { checkboxClass } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { useShortcut } from "#app/ui/use-shortcut.ts";
import { type ListView, shownColumns } from "./list-view.ts";

/** The columns as they are, to be changed. */
export const columnsNow = (entity: Entity, view: ListView): Column[] =>
  shownColumns(entity, view).map(({ entry: [name], width }) => ({ name, ...(width && { width }) }));

export function ColumnChooser({
  entity,
  view,
  onChange,
}: {
  entity: Entity;
  view: ListView;
  onChange: (columns: readonly Column[] | null) => void;
}) {
  const [open, setOpen] = useState(false);
  const { layer, raise } = useTopLayer();
  const show = (next: boolean) => {
    if (next) raise();
    setOpen(next);
  };
  useShortcut("l", () => show(true));
  const now = columnsNow(entity, view);
  const labels = new Map(listEntries(entity).map(([name, { label, column }]) => [name, column ?? label]));
  const hidden = [...labels.keys()].filter((name) => !now.some((column) => column.name === name));
  const move = (from: number, by: number) => {
    const to = from + by;
    // The name stays first: it is what a row is known by.
    if (from < 1 || to < 1 || to >= now.length) return;
    const next = now.toSpliced(from, 1);
    onChange(next.toSpliced(to, 0, now[from]!));
  };
  const line = (name: string, at: number) => (
    <li key={name} className="flex items-center gap-1">
      <label className="flex min-h-8 min-w-0 grow items-center gap-2 max-sm:min-h-11">
        <input
          type="checkbox"
          className={classNames(checkboxClass, "size-4.5")}
          checked={at >= 0}
          disabled={name === entity.title}
          onChange={(event) =>
            onChange(event.target.checked ? [...now, { name }] : now.filter((column) => column.name !== name))
          }
          onKeyDown={(event) => {
            if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
            event.preventDefault();
            move(at, event.key === "ArrowUp" ? -1 : 1);
          }}
        />
        <span className="truncate" title={labels.get(name)}>
          {labels.get(name)}
        </span>
      </label>
      {at > 0 && (
        <>
          <IconButton
            name="chevron"
            label={`Move ${labels.get(name)} up`}
            size="compact"
            className="rotate-180 disabled:opacity-30"
            disabled={at < 2}
            onClick={() => move(at, -1)}
          />
          <IconButton
            name="chevron"
            label={`Move ${labels.get(name)} down`}
            size="compact"
            className="disabled:opacity-30"
            disabled={at >= now.length - 1}
            onClick={() => move(at, 1)}
          />
        </>
      )}
    </li>
  );
  return layer(
    <DialogTrigger isOpen={open} onOpenChange={show}>
      <Button className="inline-flex min-h-8.5 items-center gap-1.5 rounded-1 rounded-br-turn-sm border border-control px-3 text-caption font-semibold hover:border-ink hover:bg-shade max-sm:min-h-10.5">
        <Icon name="board" className="size-4" />
        Columns
      </Button>
      <Popover placement="bottom end" offset={6} className={classNames(floating, "max-h-120 w-72 p-3")}>
        <Dialog aria-label="Columns" className="grid grid-cols-[minmax(0,1fr)] gap-2 outline-none">
          <ul aria-label="Shown">{now.map(({ name }, at) => line(name, at))}</ul>
          {hidden.length > 0 && (
            <ul aria-label="Not shown" className="border-t border-line pt-2">
              {hidden.map((name) => line(name, -1))}
            </ul>
          )}
          {view.columns && (
            <PlainButton variant="line" size="compact" onClick={() => onChange(null)}>
              Usual columns
            </PlainButton>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>,
  );
}
