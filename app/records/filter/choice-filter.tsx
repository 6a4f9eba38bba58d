// One of a few choices, as a filter: "Owner: any" until one is chosen.
import { Button } from "react-aria-components/Button";
import { Menu, MenuItem, MenuTrigger } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { IconButton } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { floating, floatingItem, useTopLayer } from "#app/ui/compact/top-layer.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { filterBox } from "../field-kinds/filter-box.ts";

/** Stands for no choice: a key of a menu is never empty. */
const anyKey = "any of them";

export function ChoiceFilter({
  label,
  value,
  any = "any",
  choices,
  remove = `Remove filter ${label}`,
  onChange,
}: {
  label: string;
  /** "" while none is chosen. */
  value: string;
  any?: string;
  choices: readonly (readonly [value: string, words: string])[];
  remove?: string;
  onChange: (value: string) => void;
}) {
  const { layer, raise } = useTopLayer();
  const chosen = choices.find(([id]) => id === value)?.[1] ?? value;
  return (
    <span className={classNames(filterBox, "inline-flex shrink-0 items-center pr-0.5 pl-0", value && "bg-nil!")}>
      {layer(
        <MenuTrigger onOpenChange={(open) => open && raise()}>
          <Button
            aria-label={`${label}: ${value ? chosen : any}`}
            className="inline-flex min-h-8 items-center gap-1 rounded-1 pr-1 pl-3 max-sm:min-h-10"
          >
            <span className="font-semibold">{label}:</span>{" "}
            <span className="max-w-52 truncate font-normal">{value ? chosen : any}</span>
            {!value && <Icon name="chevron" className="size-3.5 text-muted" />}
          </Button>
          <Popover placement="bottom start" offset={6} className={classNames(floating, "max-h-80 min-w-44")}>
            <Menu
              aria-label={label}
              selectionMode="single"
              selectedKeys={[value || anyKey]}
              onAction={(id) => onChange(id === anyKey ? "" : String(id))}
              className="outline-none"
            >
              {[[anyKey, any] as const, ...choices].map(([id, words]) => (
                <MenuItem
                  key={id}
                  id={id}
                  textValue={words}
                  className={classNames(floatingItem, "group flex items-center gap-2.5")}
                >
                  <Icon name="check" className="size-4 opacity-0 group-data-[selected]:opacity-100" />
                  {words}
                </MenuItem>
              ))}
            </Menu>
          </Popover>
        </MenuTrigger>,
      )}
      {value && <IconButton name="close" label={remove} size="compact" onClick={() => onChange("")} />}
    </span>
  );
}
