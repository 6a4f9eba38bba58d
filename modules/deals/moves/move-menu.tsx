// "Move to...": every stage, places in the column, won and lost, owner and day. Beside its card on a wide screen, a sheet on a phone.
import type { KeyboardEvent, RefObject } from "react";
import { Header } from "react-aria-components/Header";
import { Menu, MenuItem, MenuSection } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { Separator } from "react-aria-components/Separator";
import { classNames } from "#app/ui/class-names.ts";
import { floating, floatingItem } from "#app/ui/compact/top-layer.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { angleOf } from "../board/board-moves.ts";
import type { Stage } from "../board/board.ts";
import { StageIcon } from "#app/ui/compact/stage-icon.tsx";

export type Where = "top" | "up" | "down" | "bottom";

interface MenuProps {
  name: string;
  stages: readonly Stage[];
  stageId: string;
  onStage: (stage: Stage) => void;
  /** Absent where there is no column, as on a deal's page. */
  onPlace?: (where: Where) => void;
  onOwner: () => void;
  onDay: () => void;
  /** Absent where tasks are not kept, and where they stand beside it. */
  onTask?: () => void;
}

interface Item {
  id: string;
  label: string;
  key?: string;
  icon?: IconName;
  angle?: number;
  here?: boolean;
  danger?: true;
  act: () => void;
}

const placeWords: Record<Where, string> = {
  top: "To the top",
  up: "Up one place",
  down: "Down one place",
  bottom: "To the bottom",
};

function sectionsOf({ stages, stageId, onStage, onPlace, onOwner, onDay, onTask }: MenuProps): [string, Item[]][] {
  const open = stages.filter(({ kind }) => kind === "open");
  const closed = stages.filter(({ kind }) => kind !== "open");
  const letter = { won: "W", lost: "L", open: "" };
  return [
    [
      "Move to stage",
      open.map((stage, index) => ({
        id: stage.id,
        label: stage.name,
        angle: angleOf(stages, stage.id),
        here: stage.id === stageId,
        ...(index < 9 && { key: String(index + 1) }),
        act: () => onStage(stage),
      })),
    ],
    [
      "Close",
      closed.map((stage, index) => ({
        id: stage.id,
        label: stage.kind === "lost" ? `${stage.name}...` : stage.name,
        icon: stage.kind === "won" ? ("check" as const) : ("close" as const),
        here: stage.id === stageId,
        ...(closed.findIndex(({ kind }) => kind === stage.kind) === index && { key: letter[stage.kind] }),
        ...(stage.kind === "lost" && { danger: true as const }),
        act: () => onStage(stage),
      })),
    ],
    [
      "Place in this stage",
      onPlace
        ? (Object.keys(placeWords) as Where[]).map((where) => ({
            id: where,
            label: placeWords[where],
            act: () => onPlace(where),
          }))
        : [],
    ],
    [
      "Change",
      [
        { id: "owner", label: "Change owner", icon: "user", key: "O", act: onOwner },
        { id: "day", label: "Change closing date", icon: "calendar", key: "D", act: onDay },
        ...(onTask ? [{ id: "task", label: "Add a next step", icon: "task" as const, key: "N", act: onTask }] : []),
      ],
    ],
  ];
}

function Items({ onDone, ...props }: MenuProps & { onDone: () => void }) {
  const sections = sectionsOf(props).filter(([, items]) => items.length > 0);
  const all = sections.flatMap(([, items]) => items);
  const choose = (item: Item | undefined) => {
    if (!item) return;
    onDone();
    if (!item.here) item.act();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const item = all.find(({ key }) => key === event.key.toUpperCase());
    if (!item) return;
    // Before the menu takes the letter for the beginning of a name.
    event.preventDefault();
    event.stopPropagation();
    choose(item);
  };
  return (
    <div onKeyDownCapture={onKeyDown}>
      <Menu
        aria-label={`Move ${props.name}`}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a menu that was just opened
        autoFocus="first"
        className="outline-none"
        onAction={(id) => choose(all.find((item) => item.id === id))}
      >
        {sections.flatMap(([heading, items], index) => [
          ...(index > 0 ? [<Separator key={`line ${heading}`} className="-mx-1 my-1 border-t border-line" />] : []),
          <MenuSection key={heading} aria-label={heading}>
            {index === 0 && <Header className="px-2.5 pt-1 pb-0.5 text-xs text-muted">{heading}</Header>}
            {items.map((item) => (
              <MenuItem
                key={item.id}
                id={item.id}
                textValue={item.label}
                className={classNames(
                  floatingItem,
                  "flex min-h-8 items-center gap-2.5 font-[520]",
                  item.danger && "text-danger",
                  item.here && "font-[650]",
                )}
              >
                {item.angle !== undefined ? (
                  <StageIcon angle={item.angle} />
                ) : item.icon ? (
                  <Icon name={item.icon} className="size-4.5" />
                ) : (
                  <span className="w-4.5" />
                )}
                {item.label}
                {item.here && <span className="font-normal text-muted">here now</span>}
                {item.key && (
                  <kbd aria-hidden="true" className="ml-auto pl-4 text-[0.6875rem] text-muted max-sm:hidden">
                    {item.key}
                  </kbd>
                )}
              </MenuItem>
            ))}
          </MenuSection>,
        ])}
      </Menu>
    </div>
  );
}

export function MoveMenu({
  anchor,
  onClose,
  ...props
}: MenuProps & {
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
}) {
  if (matchMedia("(width < 40rem)").matches)
    return (
      <Dialog open onClose={onClose} title={`Move ${props.name}`}>
        <Items {...props} onDone={onClose} />
      </Dialog>
    );
  return (
    <Popover
      isOpen
      triggerRef={anchor}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      placement="bottom end"
      offset={4}
      className={classNames(floating, "min-w-58 rounded-br-2xl border-control")}
    >
      <Items {...props} onDone={onClose} />
    </Popover>
  );
}
