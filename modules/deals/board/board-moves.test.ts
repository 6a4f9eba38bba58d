import { expect, test } from "vitest";
import type { Board, BoardStage, Card } from "./board.ts";
import { positionOf, walk } from "./board-walk.ts";
import { angleOf, applyMove, type Move, neighbours } from "./board-moves.ts";
import { readDealFilter } from "../deal-filter.ts";

const card = (id: string, stage_id: string, base_minor: number | null = 100_00): Card => ({
  id,
  name: id,
  account_id: "",
  account_name: "",
  amount_minor: base_minor,
  currency: "USD",
  base_minor,
  probability: 50,
  probability_own: null,
  expected_close: null,
  owner_id: null,
  owner_name: null,
  service_line: null,
  stage_id,
  stage_since: "2026-11-01T09:00:00Z",
  stale: false,
  overdue: false,
  closed_on: null,
  people: 0,
  next_task: null,
  updated_at: "2026-11-01T09:00:00Z",
});
const stage = (id: string, cards: Card[], kind: BoardStage["kind"] = "open"): BoardStage => ({
  id,
  key: id,
  name: id,
  kind,
  probability: kind === "open" ? 50 : kind === "won" ? 100 : 0,
  stale_after_days: null,
  count: cards.length,
  sum_minor: cards.reduce((sum, each) => sum + (each.base_minor ?? 0), 0),
  weighted_minor: cards.reduce((sum, each) => sum + (each.base_minor ?? 0) / 2, 0),
  without_amount: cards.filter((each) => each.amount_minor === null).length,
  converted: 0,
  cards,
  more: false,
});
const board: Board = {
  currency: "USD",
  sort: null,
  stages: [
    stage("new", [card("a", "new"), card("b", "new"), card("c", "new", null)]),
    stage("proposal", []),
    stage("talks", [card("x", "talks"), card("y", "talks")]),
    stage("won", [], "won"),
  ],
};
const names = (shown: Board) => shown.stages.map(({ cards }) => cards.map(({ id }) => id).join(""));
const move = (deal: string, to_stage: string, after: string | null, before: string | null): Move => ({
  deal,
  to_stage,
  after,
  before,
});

test("deals 5: a move that is refused is taken away alone; one made meanwhile stays", () => {
  const first = move("a", "talks", "x", "y");
  const second = move("b", "talks", null, "x");
  expect(names([first, second].reduce((now, each) => applyMove(now, each), board))).toEqual(["c", "", "bxay", ""]);
  // The first is refused: laid over what the server said, only the second remains, and the card is in its exact place.
  expect(names([second].reduce((now, each) => applyMove(now, each), board))).toEqual(["ac", "", "bxy", ""]);
});

test("a move that is laid over twice, before and after its answer, stands once", () => {
  const once = applyMove(board, move("a", "talks", "x", "y"));
  expect(applyMove(once, move("a", "talks", "x", "y"))).toEqual(once);
});

test("sums follow a card; one without amount counts as none", () => {
  const shown = applyMove(applyMove(board, move("a", "won", null, null)), move("c", "talks", "y", null));
  expect(shown.stages.map(({ count, sum_minor, without_amount }) => [count, sum_minor, without_amount])).toEqual([
    [1, 100_00, 0],
    [0, 0, 0],
    [3, 200_00, 1],
    [1, 100_00, 0],
  ]);
});

test("a place in a column is told by its neighbours, the card itself left out", () => {
  const [fresh] = board.stages;
  expect(neighbours(fresh!, "a", 1)).toEqual({ after: "b", before: "c" });
  expect(neighbours(fresh!, "c", 0)).toEqual({ after: null, before: "a" });
  expect(neighbours(fresh!, "x", 99)).toEqual({ after: "c", before: null });
});

test("arrows walk in both directions and pass over empty columns", () => {
  const at = (id: string) => positionOf(board, id)!;
  expect(walk(board, at("a"), "ArrowDown")).toBe("b");
  expect(walk(board, at("c"), "ArrowDown")).toBeNull();
  expect(walk(board, at("c"), "ArrowRight")).toBe("y");
  expect(walk(board, at("y"), "ArrowLeft")).toBe("b");
  expect(walk(board, at("b"), "End")).toBe("c");
});

test("the vane turns with the stage, however many there are", () => {
  expect(board.stages.map(({ id }) => angleOf(board.stages, id))).toEqual([0, 25, 53, 84]);
});

test("the address says which deals, in words or ids, and nothing else", () => {
  const id = "0190a1b2-c3d4-7000-8000-000000000001";
  const stages = board.stages.map((each) => ({ ...each, sort: 0 }));
  const read = (text: string) => readDealFilter(new URLSearchParams(text), stages);
  expect(read("view=list&sort=name&page=3")).toEqual({});
  expect(read(`search= norr &owner=${id}&service=RLCT&closing=overdue&stale=1&archived=1&stage=won,talks`)).toEqual({
    search: "norr",
    owner: id,
    service: "RLCT",
    closing: "overdue",
    stale: true,
    archived: true,
    stage: ["talks", "won"],
  });
  expect(read("owner=me&account=7&closing=soon&stage=nowhere&stale=yes")).toEqual({});
  expect(read("stage=open")).toEqual({ stage: ["new", "proposal", "talks"] });
});
