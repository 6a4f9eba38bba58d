// Dragging with a mouse: which column, and between which cards. Only columns are asked; the row follows from where their cards are,
// so that the plate that makes room never moves itself away.
import { autoScrollWindowForElements } from "@atlaskit/pragmatic-drag-and-drop-auto-scroll/element";
import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import { monitorForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { useEffect, useEffectEvent, useState } from "react";

export interface Dragged {
  deal: string;
  height: number;
  /** Where it would land now. */
  over: { stage: string; row: number } | null;
  /** Where won and lost stood when it was lifted: they stay there, however much room the columns make. */
  closers: { top: number; left: number; width: number; height: number } | null;
}

const closersNow = () => document.querySelector("[data-closed-stages]")?.getBoundingClientRect() ?? null;

/** How many cards of the column are above the pointer, the dragged one left out. */
function rowAt(stage: string, deal: string, y: number): number {
  const cards = document.querySelectorAll<HTMLElement>(`[data-lane="${CSS.escape(stage)}"] [data-deal]`);
  return [...cards].filter((card) => {
    if (card.dataset["deal"] === deal) return false;
    const { top, height } = card.getBoundingClientRect();
    return top + height / 2 < y;
  }).length;
}

export function useBoardDrag(onDrop: (deal: string, stage: string, row: number) => void): Dragged | null {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const drop = useEffectEvent(onDrop);
  useEffect(() => {
    const isCard = (data: Record<string | symbol, unknown>) => typeof data["deal"] === "string";
    const follow = ({
      source,
      location,
    }: {
      source: { data: Record<string | symbol, unknown> };
      location: { current: { dropTargets: { data: Record<string | symbol, unknown> }[]; input: { clientY: number } } };
    }): Omit<Dragged, "closers"> => {
      const deal = String(source.data["deal"]);
      const stage = location.current.dropTargets[0]?.data["stage"];
      const over =
        typeof stage === "string" ? { stage, row: rowAt(stage, deal, location.current.input.clientY) } : null;
      return { deal, height: Number(source.data["height"]), over };
    };
    const same = (a: Dragged | null, b: Omit<Dragged, "closers">) =>
      a?.deal === b.deal && a.over?.stage === b.over?.stage && a.over?.row === b.over?.row;
    return combine(
      autoScrollWindowForElements(),
      monitorForElements({
        canMonitor: ({ source }) => isCard(source.data),
        onDragStart: (event) => setDragged({ ...follow(event), closers: closersNow() }),
        onDrag: (event) => {
          const next = follow(event);
          setDragged((now) => (same(now, next) ? now : { ...next, closers: now?.closers ?? null }));
        },
        onDrop: (event) => {
          const { deal, over } = follow(event);
          setDragged(null);
          if (over) drop(deal, over.stage, over.row);
        },
      }),
    );
  }, []);
  return dragged;
}
