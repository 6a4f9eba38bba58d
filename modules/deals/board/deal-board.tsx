// The board: columns with their sums, cards that are moved by mouse, keyboard or menu, won and lost below.
import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { currentMillis } from "#domain/clock.ts";
import { formatMoney } from "#domain/money.ts";
import { may } from "#app/lib/access.ts";
import { useKeepBoard } from "#app/records/page/opened-list.ts";
import { useRecordsContext } from "#app/records/records-context.ts";
import { toast } from "#app/ui/toast.ts";
import { useBoardDrag } from "./board-drag.ts";
import { onBoardKey } from "./board-keys.tsx";
import { openStages, positionOf } from "./board-walk.ts";
import { angleOf, cardOf, neighbours, stageOf } from "./board-moves.ts";
import { useShownBoard } from "./board-cards-data.ts";
import { type BoardSort, boardSorts, rowBySort } from "./board-sort.ts";
import { DayDialog, OwnerDialog } from "../moves/change-dialogs.tsx";
import { ClosedStages } from "./closed-stages.tsx";
import { deal as entity } from "../deal.ts";
import type { DealFilter } from "../deal-filter.ts";
import { DealLane, notesOf, type Over } from "./deal-lane.tsx";
import { useDealMoves } from "../moves/deal-moves.tsx";
import type { Board, BoardStage, Stage } from "./board.ts";
import { officeTodayQuery } from "../deals-data.ts";
import { LaneTabs } from "./lane-tabs.tsx";
import { MoveMenu, type Where } from "../moves/move-menu.tsx";

export function DealBoard({
  board,
  filter,
  stages,
  movable,
  linkTo,
  onByHand,
}: {
  board: Board;
  filter: DealFilter;
  stages: readonly Stage[];
  /** False while what is shown may not be true any more. */
  movable: boolean;
  linkTo: (stage: BoardStage) => string;
  /** Leaves the sort. */
  onByHand: () => void;
}) {
  const { shown = board, loadingMore, showMore } = useShownBoard(board, filter);
  const { isOn, startQuickAction } = useRecordsContext();
  const today = useQuery(officeTodayQuery).data ?? "";
  const now = useNow();
  const region = useRef<HTMLDivElement>(null);
  const focus = useFollowedFocus(region, shown);
  const moves = useDealMoves({ stages, currency: board.currency, sort: board.sort, onReturned: focus.follow });
  const [menu, setMenu] = useState<string | null>(null);
  const [changing, setChanging] = useState<{ what: "owner" | "day"; deal: string } | null>(null);
  const anchor = useRef<HTMLElement>(null);
  const [tab, setTab] = useState<string | null>(null);
  const lanes = openStages(shown);
  useKeepBoard(
    entity,
    lanes.flatMap(({ cards }) => cards.map(({ id }) => id)),
  );
  const at = lanes.find(({ id }) => id === tab) ?? lanes.find(({ count }) => count > 0) ?? lanes[0];

  const put = (deal: string, to: BoardStage | null, row: number) => {
    const card = cardOf(shown, deal);
    const from = stageOf(shown, deal);
    const target = stages.find(({ id }) => id === to?.id);
    if (!card || !from) return;
    if (!to || !target) return toast({ title: `${from.name} is at the edge of the board`, tone: "notice" });
    if (to.id === from.id) {
      if (row === from.cards.findIndex(({ id }) => id === deal)) return;
      if (shown.sort) return sayIsSorted(shown.sort, onByHand);
      if (row < 0 || row >= from.cards.length) return;
    }
    focus.follow(deal);
    if (to.kind === "open") setTab(to.id);
    // Sorted, its place is not the one that was pointed at: in manual order it is then on top.
    moves.move(card, target, to.kind === "open" && !shown.sort ? neighbours(to, deal, row) : undefined);
  };
  const dragged = useBoardDrag((deal, stage, row) =>
    put(deal, shown.stages.find(({ id }) => id === stage) ?? null, row),
  );
  const place = (deal: string, where: Where) => {
    if (shown.sort) return sayIsSorted(shown.sort, onByHand);
    const stage = stageOf(shown, deal);
    const own = positionOf(shown, deal)?.row ?? 0;
    const rows = { top: 0, up: own - 1, down: own + 1, bottom: (stage?.cards.length ?? 1) - 1 };
    if (stage) put(deal, stage, rows[where]);
  };
  const openMenu = useCallback((deal: string, button?: HTMLElement) => {
    anchor.current =
      button ?? document.querySelector<HTMLElement>(`[data-deal="${CSS.escape(deal)}"] [data-move-button]`);
    setMenu(deal);
  }, []);
  const addTask = useCallback(
    (id: string, name: string) => startQuickAction("tasks", { table: "deals", id, name }),
    [startQuickAction],
  );
  const card = menu ? cardOf(shown, menu) : undefined;
  const changed = changing && cardOf(shown, changing.deal);
  const over = dragged?.over ? overOf(shown, dragged.deal, dragged.over, dragged.height) : null;

  return (
    <>
      <LaneTabs lanes={lanes} at={at?.id ?? null} currency={board.currency} onChoose={setTab} />
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the links in it */}
      <div
        ref={region}
        tabIndex={-1}
        inert={!movable && may("deals", "edit")}
        onKeyDown={(event) =>
          onBoardKey(event, shown, { focus: focus.go, menu: openMenu, moveTo: (deal, to, row) => put(deal, to, row) })
        }
        className="grid items-stretch gap-4 -m-1 overflow-x-auto p-1 outline-none max-sm:block sm:max-xl:scroll-px-1 sm:max-xl:snap-x sm:max-xl:*:snap-start sm:auto-cols-[minmax(17rem,1fr)] sm:grid-flow-col xl:auto-cols-[minmax(0,1fr)]"
      >
        {lanes.map((stage) => (
          <DealLane
            key={stage.id}
            stage={stage}
            angle={angleOf(stages, stage.id)}
            currency={board.currency}
            largest={Math.max(...lanes.map(({ sum_minor }) => sum_minor))}
            noted={lanes.some((lane) => notesOf(lane).length > 0)}
            over={over}
            dragged={dragged?.deal ?? null}
            stop={stage.cards.find(({ id }) => id === focus.last)?.id ?? stage.cards[0]?.id ?? null}
            loadingMore={loadingMore}
            onMore={() => showMore(stage.id)}
            hidden={stage.id !== at?.id}
            tasks={isOn("tasks")}
            dated={shown.sort === "expected_close"}
            {...{ today, now, movable }}
            onMenu={openMenu}
            onTask={addTask}
          />
        ))}
      </div>
      <ClosedStages
        stages={shown.stages.filter(({ kind }) => kind !== "open")}
        currency={board.currency}
        pinned={dragged?.closers ?? null}
        over={dragged?.over?.stage ?? null}
        linkTo={linkTo}
      />
      {card && (
        <MoveMenu
          anchor={anchor}
          name={card.name}
          stages={stages}
          stageId={card.stage_id}
          onClose={() => {
            setMenu(null);
            focus.follow(card.id);
          }}
          onStage={(stage) => put(card.id, shown.stages.find(({ id }) => id === stage.id) ?? null, 0)}
          onPlace={(where) => place(card.id, where)}
          onOwner={() => setChanging({ what: "owner", deal: card.id })}
          onDay={() => setChanging({ what: "day", deal: card.id })}
          {...(isOn("tasks") && { onTask: () => addTask(card.id, card.name) })}
        />
      )}
      {changed && changing.what === "owner" && (
        <OwnerDialog deals={{ ids: [changed.id], ...changed }} onClose={() => setChanging(null)} />
      )}
      {changed && changing.what === "day" && (
        <DayDialog deals={{ ids: [changed.id], ...changed }} onClose={() => setChanging(null)} />
      )}
      {moves.dialogs}
    </>
  );
}

function sayIsSorted(sort: BoardSort, onByHand: () => void) {
  toast({
    title: `Cards are sorted by ${boardSorts[sort]}`,
    text: "Sort by hand to order them yourself.",
    tone: "notice",
    topic: "sort of the board",
    seconds: 10,
    action: { label: "Sort by hand", run: onByHand },
  });
}

/** Where the card would stand: at the pointer, or where the sort puts it, which in its own column is where it is. */
function overOf(board: Board, deal: string, at: { stage: string; row: number }, height: number): Over | null {
  const stage = board.stages.find(({ id }) => id === at.stage);
  const card = cardOf(board, deal);
  if (!stage || !card || stage.kind !== "open" || (board.sort && stage.id === card.stage_id)) return null;
  const row = board.sort ? rowBySort(stage.cards, card, board.sort) : at.row;
  const weighted = Math.round(((card.base_minor ?? 0) * stage.probability) / 100);
  return {
    stage: stage.id,
    row,
    height,
    words: `${stage.probability}%, ${formatMoney(weighted, board.currency)} weighted`,
  };
}

/** The moment by which days are counted; a board that stays open counts on. */
function useNow() {
  const [now, setNow] = useState(currentMillis);
  useEffect(() => {
    const timer = setInterval(() => setNow(currentMillis()), 10 * 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

const linkOf = (deal: string) =>
  document.querySelector<HTMLElement>(`[data-deal="${CSS.escape(deal)}"] [data-card-link]`);

/** Focus follows a card to wherever it goes; when it leaves the board, to the one that took its place. */
function useFollowedFocus(region: React.RefObject<HTMLElement | null>, shown: Board) {
  const followed = useRef<{ deal: string; next: string | null } | null>(null);
  const [last, setLast] = useState<string | null>(null);
  const settle = () => {
    if (!followed.current || document.querySelector("dialog[open]")) return;
    // Anyone who has moved on to something else, or to another card, keeps it.
    const active = document.activeElement;
    const other = active?.closest<HTMLElement>("[data-deal]")?.dataset["deal"];
    if (active && active !== document.body && !region.current?.contains(active)) return;
    if (other && other !== followed.current.deal) {
      followed.current = null;
      return;
    }
    const link = linkOf(followed.current.deal) ?? (followed.current.next ? linkOf(followed.current.next) : null);
    if (link && link !== active) link.focus();
    else if (!link && active === document.body) region.current?.focus();
  };
  useLayoutEffect(settle);
  useEffect(() => {
    const element = region.current;
    const onFocus = (event: FocusEvent) => {
      const deal = (event.target as Element).closest<HTMLElement>("[data-deal]")?.dataset["deal"];
      if (deal) setLast(deal);
    };
    const forget = () => {
      // A question about the card is part of moving it.
      if (!document.querySelector("dialog[open]")) followed.current = null;
    };
    element?.addEventListener("focusin", onFocus);
    window.addEventListener("pointerdown", forget, true);
    return () => {
      element?.removeEventListener("focusin", onFocus);
      window.removeEventListener("pointerdown", forget, true);
    };
  }, [region]);
  const follow = (deal: string) => {
    const cards = stageOf(shown, deal)?.cards ?? [];
    const own = cards.findIndex(({ id }) => id === deal);
    followed.current = { deal, next: (cards[own + 1] ?? cards[own - 1])?.id ?? null };
    setLast(deal);
    // By mouse: another card may have had it.
    const active = document.activeElement;
    const other = active?.closest<HTMLElement>("[data-deal]")?.dataset["deal"];
    if (other && other !== deal && active instanceof HTMLElement) active.blur();
    // A dialog or menu that closes gives focus back first.
    requestAnimationFrame(() => requestAnimationFrame(settle));
  };
  const go = (deal: string) => {
    followed.current = null;
    linkOf(deal)?.focus();
  };
  return { last, follow, go };
}
