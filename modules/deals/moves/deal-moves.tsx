// What happens around a move: the questions before it, the words and the undo after it.
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { formatMoney } from "#domain/money.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { toast } from "#app/ui/toast.ts";
import type { Closing, Move } from "../board/board-moves.ts";
import { type BoardSort, boardSorts } from "../board/board-sort.ts";
import { ConflictDialog } from "./conflict-dialog.tsx";
import {
  type Movable,
  type MoveAnswer,
  MoveConflict,
  type SentMove,
  usePendingMoves,
  useSendMove,
} from "./deal-moves-data.ts";
import type { Stage } from "../board/board.ts";
import { KeepProbabilityDialog } from "./keep-probability-dialog.tsx";
import { LostDialog } from "./lost-dialog.tsx";
import { WonDialog } from "./won-dialog.tsx";

type Place = Pick<Move, "after" | "before">;
interface Asked {
  deal: Movable;
  to: Stage;
  place: Place;
}
type Question =
  | ({ what: "lost" | "won" | "probability" } & Asked)
  | { what: "conflict"; move: SentMove; error: MoveConflict };

export interface DealMoves {
  move: (deal: Movable, to: Stage, place?: Place) => void;
  /** Takes back the last move. */
  undo: () => void;
  busy: boolean;
  /** The questions; to be drawn somewhere. */
  dialogs: ReactNode;
}

const anywhere: Place = { after: null, before: null };
const topic = "moves of deals";

export function useDealMoves({
  stages,
  currency,
  sort = null,
  onReturned,
}: {
  stages: readonly Stage[];
  /** The office's. */
  currency: string;
  /** Of the board that is looked at. */
  sort?: BoardSort | null;
  /** A deal stays where it was: the question was closed, or the server said no. */
  onReturned?: (deal: string) => void;
}): DealMoves {
  const [question, setQuestion] = useState<Question | null>(null);
  const done = useRef<SentMove[]>([]);
  const stageName = (id: string) => stages.find((stage) => stage.id === id)?.name ?? "another stage";

  const onMoved = ({ card, to, place, of, undo }: MoveAnswer, { undoes }: SentMove) => {
    const back: SentMove = {
      deal: card.id,
      name: card.name,
      to_stage: String(undo["to_stage"]),
      after: (undo["after"] as string | null | undefined) ?? null,
      before: (undo["before"] as string | null | undefined) ?? null,
      seen: null,
      undoes: undo,
    };
    if (!undoes) done.current.push(back);
    toast({
      title: undoes ? `${card.name} is back in ${stageName(to.id)}` : `${card.name} moved to ${stageName(to.id)}`,
      // The server counts places by hand.
      text: `${sort ? `Sorted by ${boardSorts[sort]}` : `${place} of ${of}`}, column ${formatMoney(to.sum_minor, currency)}`,
      topic,
      seconds: 10,
      ...(!undoes && { action: { label: "Undo", run: () => takeBack(back) } }),
    });
  };
  const onRefused = (error: Error, move: SentMove) => {
    if (error instanceof MoveConflict) return setQuestion({ what: "conflict", move, error });
    toast({ title: `${move.name} was not moved`, text: messageOf(error), tone: "danger", seconds: 10 });
    onReturned?.(move.deal);
  };
  const send = useSendMove({ onMoved, onRefused });
  const pending = usePendingMoves();

  const takeBack = (back: SentMove) => {
    done.current = done.current.filter((each) => each !== back);
    send.mutate(back);
  };
  const undo = () => {
    const last = done.current.at(-1);
    if (last) takeBack(last);
    else toast({ title: "There is no move to take back", tone: "notice", topic });
  };

  const sendNow = ({ deal, to, place }: Asked, close?: Closing, keep?: boolean) => {
    setQuestion(null);
    send.mutate({
      deal: deal.id,
      name: deal.name,
      to_stage: to.id,
      ...place,
      seen: deal.updated_at,
      behind: pending.some((each) => each.deal === deal.id),
      ...(close && { close }),
      ...(keep && { keep_probability: true }),
    });
  };
  const move = (deal: Movable, to: Stage, place: Place = anywhere) => {
    const asked = { deal, to, place };
    if (deal.stage_id === to.id) return sendNow(asked);
    if (to.kind === "lost") return setQuestion({ what: "lost", ...asked });
    if (to.kind === "won" && deal.amount_minor === null) return setQuestion({ what: "won", ...asked });
    if (to.kind === "open" && deal.probability_own !== null) return setQuestion({ what: "probability", ...asked });
    sendNow(asked);
  };
  const close = () => {
    const left = question?.what === "conflict" ? question.move.deal : question?.deal.id;
    setQuestion(null);
    if (left) onReturned?.(left);
  };

  const dialogs = (
    <>
      {question?.what === "lost" && (
        <LostDialog
          names={question.deal}
          stage={stageName(question.deal.stage_id)}
          onClose={close}
          onLost={(how) => sendNow(question, how)}
        />
      )}
      {question?.what === "won" && (
        <WonDialog deal={question.deal} onClose={close} onWon={(how) => sendNow(question, how)} />
      )}
      {question?.what === "probability" && (
        <KeepProbabilityDialog
          deal={question.deal}
          to={question.to}
          onClose={close}
          onChoose={(keep) => sendNow(question, undefined, keep)}
        />
      )}
      {question?.what === "conflict" && (
        <ConflictDialog
          {...question}
          stageName={stageName}
          onClose={close}
          onMoveAnyway={() => {
            setQuestion(null);
            send.mutate({ ...question.move, seen: null });
          }}
        />
      )}
    </>
  );
  useUndoKey(undo);
  return { move, undo, busy: send.isPending, dialogs };
}

/** Ctrl+Z takes back the last move, except where it takes back typing. */
function useUndoKey(undo: () => void) {
  const act = useEffectEvent(undo);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== "z")
        return;
      const { target } = event;
      const typing = target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]");
      if (typing || event.defaultPrevented || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      act();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}
