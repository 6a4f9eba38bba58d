// One deal on the board: a link to its page, with one focus stop. Dragged with a mouse; moved with M, the menu or arrows otherwise.
import { draggable } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { setCustomNativeDragPreview } from "@atlaskit/pragmatic-drag-and-drop/utils/set-custom-native-drag-preview";
import { preserveOffsetOnSource } from "@atlaskit/pragmatic-drag-and-drop/utils/preserve-offset-on-source";
import { memo, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { formatDay } from "#domain/days.ts";
import { initialsOf } from "#app/records/field-kinds/person.tsx";
import { fromList } from "#app/records/page/opened-list.ts";
import { Chip } from "#app/ui/badge.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Icon } from "#app/ui/icon.tsx";
import { amountWords, daysIn, daysWords, dueWords, stayTone } from "../deal-words.ts";
import type { Card } from "./board.ts";

export interface CardProps {
  card: Card;
  today: string;
  now: number;
  /** The usual days in its stage. */
  usual: number | null;
  /** The card that Tab comes to in its column. */
  stop: boolean;
  /** Next tasks are kept. */
  tasks: boolean;
  /** Sorted by the close date: each card says its own. */
  dated: boolean;
  /** False while nothing can be moved. */
  movable: boolean;
  onMenu: (id: string, anchor: HTMLElement) => void;
  onTask: (id: string, name: string) => void;
}

export const cardClass =
  "relative grid grid-cols-[minmax(0,1fr)] gap-1 rounded-1 rounded-br-[0.875rem] border border-line bg-surface px-3 pt-2.5 pb-2.25 text-ink";

export const DealCard = memo(function DealCard({
  card,
  today,
  now,
  usual,
  stop,
  tasks,
  dated,
  movable,
  onMenu,
  onTask,
}: CardProps) {
  const element = useRef<HTMLLIElement>(null);
  const [lifted, setLifted] = useState(false);
  useEffect(() => {
    const li = element.current;
    if (!li) return undefined;
    return draggable({
      element: li,
      // On a phone a finger scrolls; the menu moves.
      canDrag: () => movable && matchMedia("(width >= 40rem)").matches,
      getInitialData: () => ({ deal: card.id, height: li.offsetHeight }),
      onGenerateDragPreview: ({ nativeSetDragImage, location }) =>
        setCustomNativeDragPreview({
          nativeSetDragImage,
          getOffset: preserveOffsetOnSource({ element: li, input: location.current.input }),
          render: ({ container }) => {
            const lookalike = li.cloneNode(true) as HTMLElement;
            lookalike.style.width = `${li.offsetWidth}px`;
            lookalike.classList.add("border-ink", "shadow-3", "motion-safe:-rotate-[2.5deg]");
            container.append(lookalike);
          },
        }),
      onDragStart: () => setLifted(true),
      onDrop: () => setLifted(false),
    });
  }, [card.id, movable]);
  const days = daysIn(card.stage_since, now);
  return (
    <li
      ref={element}
      data-deal={card.id}
      className={classNames(
        cardClass,
        "group/card list-none transition-[border-color] hover:border-control max-sm:px-3.5 max-sm:py-3 sm:cursor-grab",
        lifted && "border-dashed border-control bg-transparent! *:invisible",
      )}
    >
      <div className="-mt-1 -mr-1.5 -mb-0.5 flex min-h-6 items-center gap-1.5 text-xs text-muted">
        <span dir="auto" className="min-w-0 flex-1 truncate text-left">
          {card.account_name}
        </span>
        {card.stale ? (
          <Chip tone={stayTone(days, usual)}>
            <Icon name="hourglass" className="size-3.5" />
            {daysWords(days)}
            <span className="sr-only"> in this stage, longer than usual</span>
          </Chip>
        ) : (
          <span className="whitespace-nowrap">
            {daysWords(days)}
            <span className="sr-only"> in this stage</span>
          </span>
        )}
        <button
          type="button"
          // M and the arrows do the same from the card itself: one stop for each card.
          tabIndex={-1}
          aria-label={`Move ${card.name}`}
          aria-haspopup="menu"
          data-move-button=""
          data-icon-button=""
          disabled={!movable}
          onClick={(event) => onMenu(card.id, event.currentTarget)}
          className="relative z-1 grid size-6 shrink-0 cursor-pointer place-items-center rounded-1 text-ink hover:bg-shade max-sm:-my-1.5 max-sm:size-9"
        >
          <Icon name="more" className="size-4.5" />
        </button>
      </div>
      <h3 className="line-clamp-2 text-ui leading-[1.3] font-[620] wrap-anywhere">
        <Link
          to={`/admin/deals/${card.id}`}
          state={fromList}
          dir="auto"
          tabIndex={stop ? 0 : -1}
          draggable={false}
          data-card-link=""
          className="outline-none after:absolute after:inset-0 after:rounded-1 after:rounded-br-[0.875rem] focus-visible:after:outline-2 focus-visible:after:outline-offset-1 focus-visible:after:outline-focus"
        >
          {card.name}
        </Link>
      </h3>
      <div className="mt-0.5 flex items-center justify-between gap-2">
        <span
          className={classNames(
            "min-w-0 truncate",
            card.amount_minor === null ? "text-caption text-muted" : "serif text-[1.1875rem] leading-[1.2]",
          )}
        >
          {amountWords(card.amount_minor, card.currency)}
        </span>
        {card.service_line && <Chip>{card.service_line}</Chip>}
      </div>
      {card.overdue && card.expected_close ? (
        <p className="flex items-center gap-1.5 text-xs font-semibold text-danger">
          <Icon name="alert" className="size-3.5" />
          Was to close {dueWords(card.expected_close, today).words.replace("Overdue, ", "")}
        </p>
      ) : (
        dated && (
          <p className="flex items-center gap-1.5 text-xs text-muted">
            <Icon name="calendar" className="size-3.5" />
            {card.expected_close ? `Closes ${formatDay(card.expected_close)}` : "No close date"}
          </p>
        )
      )}
      <Foot {...{ card, today, tasks, onTask }} />
    </li>
  );
});

function Foot({ card, today, tasks, onTask }: Pick<CardProps, "card" | "today" | "tasks" | "onTask">) {
  const due = dueWords(card.next_task?.due_on ?? null, today);
  if (!tasks && !card.owner_name) return null;
  return (
    <div className="-mx-3 mt-1.5 grid grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-1.75 border-t border-line px-3 pt-1.75 text-xs leading-[1.35] max-sm:-mx-3.5 max-sm:px-3.5">
      {!tasks ? (
        <span className="col-span-2 truncate text-muted">{card.owner_name}</span>
      ) : card.next_task ? (
        <>
          <Icon name={due.late ? "alert" : "task"} className={`size-4 ${due.late ? "text-danger" : "text-muted"}`} />
          <span className="min-w-0">
            <span dir="auto" className="block truncate text-left">
              {card.next_task.title}
            </span>
            <span className={due.late ? "font-semibold text-danger" : "text-muted"}>{due.words}</span>
          </span>
        </>
      ) : (
        <button
          type="button"
          // N in the menu does the same: one stop for each card.
          tabIndex={-1}
          onClick={() => onTask(card.id, card.name)}
          className="relative z-1 col-span-2 -my-1.75 grid cursor-pointer grid-cols-[1rem_minmax(0,1fr)] items-center gap-1.75 py-1.75 text-left text-muted hover:text-ink"
        >
          <Icon name="plus" className="size-4" />
          <span>
            <span className="block">
              Add a next step<span className="sr-only"> to {card.name}</span>
            </span>
            No task planned
          </span>
        </button>
      )}
      <span
        title={card.owner_name ?? "Nobody yet"}
        className={classNames(
          "grid size-6 place-items-center rounded-full text-[0.625rem] font-[650]",
          card.owner_name ? "bg-nil" : "border border-dashed border-control text-muted",
        )}
      >
        <span aria-hidden="true">{card.owner_name ? initialsOf(card.owner_name) : "?"}</span>
        <span className="sr-only">{card.owner_name ?? "Nobody yet"}</span>
      </span>
    </div>
  );
}
