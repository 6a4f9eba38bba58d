// One menu for the whole list, opened at a row: what can be done with a task, where it can be put off to, who can have it.
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Menu, MenuItem } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { classNames } from "#app/ui/class-names.ts";
import { floating, floatingItem, useTopLayer } from "#app/ui/compact/top-layer.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { addDays, weekdayOf } from "../day-words.ts";
import { dayWords } from "../due-words.ts";
import { colleaguesQuery, type Until } from "../tasks-data.ts";

export type MenuKind = "more" | "snooze" | "assign";
export type Choice =
  | { does: "edit" | "delete" | "select" | "pick a day" }
  | { does: "menu"; kind: MenuKind }
  | { does: "snooze"; until: Until }
  | { does: "assign"; to: { id: string | null; name: string } };

interface Item {
  name: string;
  detail?: string;
  icon?: IconName;
  danger?: true;
  choice: Choice;
}

const more: Item[] = [
  { name: "Edit", icon: "edit", choice: { does: "edit" } },
  { name: "Snooze", icon: "clock", choice: { does: "menu", kind: "snooze" } },
  { name: "Give to", icon: "user", choice: { does: "menu", kind: "assign" } },
  { name: "Select", icon: "task", choice: { does: "select" } },
  { name: "Delete", icon: "trash", danger: true, choice: { does: "delete" } },
];

const snoozes = (today: string): Item[] => [
  {
    name: "Tomorrow",
    detail: dayWords(addDays(today, 1), today),
    choice: { does: "snooze", until: addDays(today, 1) },
  },
  { name: "Next working day", choice: { does: "snooze", until: "next working day" } },
  {
    name: "Next week",
    detail: dayWords(addDays(today, 8 - weekdayOf(today)), today),
    choice: { does: "snooze", until: addDays(today, 8 - weekdayOf(today)) },
  },
  { name: "No day", choice: { does: "snooze", until: "no day" } },
  { name: "Pick a day", icon: "calendar", choice: { does: "pick a day" } },
];

const names: Record<MenuKind, string> = { more: "Task", snooze: "Snooze until", assign: "Give to" };

export default function TaskMenu({
  kind,
  anchor,
  today,
  onChoose,
  onClose,
}: {
  kind: MenuKind;
  anchor: HTMLElement;
  today: string;
  onChoose: (choice: Choice) => void;
  onClose: () => void;
}) {
  const { layer, raise } = useTopLayer();
  useEffect(raise, [raise]);
  const colleagues = useQuery({ ...colleaguesQuery, enabled: kind === "assign" });
  const items: Item[] =
    kind === "more"
      ? more
      : kind === "snooze"
        ? snoozes(today)
        : [
            ...(colleagues.data ?? []).map(({ user_id: id, name }): Item => ({
              name,
              choice: { does: "assign", to: { id, name } },
            })),
            { name: "Nobody", choice: { does: "assign", to: { id: null, name: "Nobody" } } },
          ];
  return layer(
    <Popover
      key={kind}
      triggerRef={{ current: anchor }}
      isOpen
      onOpenChange={(open) => !open && onClose()}
      // A square is at the left, the button of a row at the right.
      placement={anchor.matches("[data-tick]") ? "bottom start" : "bottom end"}
      offset={4}
      className={classNames(floating, "min-w-52")}
    >
      <Menu
        aria-label={names[kind]}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a menu that was just opened
        autoFocus="first"
        className="outline-none"
        onAction={(id) => {
          const item = items[Number(id)];
          if (item) onChoose(item.choice);
        }}
      >
        {items.map(({ name, detail, icon, danger }, index) => (
          <MenuItem
            key={name}
            id={String(index)}
            textValue={name}
            className={classNames(floatingItem, "flex items-center gap-2.5", danger && "text-danger")}
          >
            {icon && <Icon name={icon} className="size-4.25" />}
            {name}
            {detail && <span className="ml-auto pl-6 text-caption text-muted">{detail}</span>}
          </MenuItem>
        ))}
      </Menu>
    </Popover>,
  );
}
