// Actions behind a button with three dots, or behind whatever is given as the trigger.
import type { ReactNode } from "react";
import { Button } from "react-aria-components/Button";
import { Menu as AriaMenu, MenuItem, MenuTrigger } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { classNames } from "../class-names.ts";
import { Icon, type IconName } from "../icon.tsx";
import { floating, floatingItem, useTopLayer } from "./top-layer.tsx";

export interface MenuAction {
  id: string;
  label: string;
  icon?: IconName;
  danger?: true;
  /** A page to go to; else `onAction` acts. */
  href?: string;
  onAction?: () => void;
}

export function Menu({
  label,
  trigger,
  actions,
  className,
}: {
  label: string;
  /** What is in the button; three dots unless given. */
  trigger?: ReactNode;
  actions: readonly MenuAction[];
  className?: string;
}) {
  const { layer, raise } = useTopLayer();
  return layer(
    <MenuTrigger onOpenChange={(open) => open && raise()}>
      <Button
        aria-label={label}
        data-icon-button=""
        className={classNames(className ?? "inline-grid size-8.5 place-items-center rounded-2 hover:bg-shade")}
      >
        {trigger ?? <Icon name="more" />}
      </Button>
      <Popover placement="bottom end" offset={4} className={classNames(floating, "min-w-44")}>
        <AriaMenu
          aria-label={label}
          className="outline-none"
          onAction={(id) => actions.find((action) => action.id === id)?.onAction?.()}
        >
          {actions.map(({ id, label: text, icon, danger, href }) => (
            <MenuItem
              key={id}
              id={id}
              textValue={text}
              {...(href !== undefined && { href })}
              className={classNames(floatingItem, "flex items-center gap-2.5", danger && "text-danger")}
            >
              {icon && <Icon name={icon} className="size-4.25" />}
              {text}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>,
  );
}
