// Where the nodes of the picture are: forces, run to the end before anything is drawn. The same input gives the same picture: nodes start in
// the order of their ids, on a spiral, and no chance is involved.
import { forceCollide, forceLink, forceManyBody, forceSimulation, forceX, forceY } from "d3-force";
import type { Network } from "../relationship.ts";

export type NetworkNode = Network["nodes"][number];
export interface PlacedNode extends NetworkNode {
  x: number;
  y: number;
}
export interface PlacedEdge {
  from: PlacedNode;
  to: PlacedNode;
  strength: number;
  reason: string;
}

// As wide as it is shown beside its table, so that names are as large as other text.
export const pictureWidth = 720;
export const pictureHeight = 560;
const margins = { side: 60, above: 40 };
const ticks = 300;

/** A generator of its own for the one place where the forces use chance (nodes on the very same spot). */
function fixedRandom() {
  let state = 1;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

export function layOut({ nodes, edges }: Network): { nodes: PlacedNode[]; edges: PlacedEdge[] } {
  const placed: PlacedNode[] = nodes
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map((node, index) => {
      const angle = index * 2.399_963;
      const radius = 14 * Math.sqrt(index + 0.5);
      return { ...node, x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
    });
  const byId = new Map(placed.map((node) => [node.id, node]));
  const keyOf = ({ from, to, strength, reason }: Network["edges"][number]) => `${from} ${to} ${strength} ${reason}`;
  const links = edges
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    .flatMap(({ from, to, strength, reason }) => {
      const [source, target] = [byId.get(from), byId.get(to)];
      return source && target ? [{ source, target, strength, reason }] : [];
    });
  forceSimulation(placed)
    .randomSource(fixedRandom())
    .force("charge", forceManyBody().strength(-700))
    .force(
      "links",
      forceLink(links)
        .distance(({ strength }) => 230 - 1.2 * strength)
        .strength(({ strength }) => 0.08 + strength / 250),
    )
    .force("apart", forceCollide(46))
    .force("x", forceX(0).strength(0.05))
    .force("y", forceY(0).strength(0.09))
    .stop()
    .tick(ticks);
  fit(placed);
  return {
    nodes: placed,
    edges: links.map(({ source, target, strength, reason }) => ({ from: source, to: target, strength, reason })),
  };
}

/** Into the frame, in whole pixels: two browsers that round differently in the last bit draw the same. */
function fit(nodes: PlacedNode[]): void {
  if (nodes.length === 0) return;
  const span = (values: number[], size: number, margin: number) => {
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const scale = high > low ? Math.min(2.2, (size - 2 * margin) / (high - low)) : 1;
    return (value: number) => Math.round(size / 2 + (value - (low + high) / 2) * scale);
  };
  const x = span(
    nodes.map((node) => node.x),
    pictureWidth,
    margins.side,
  );
  const y = span(
    nodes.map((node) => node.y),
    pictureHeight,
    margins.above,
  );
  for (const node of nodes) {
    node.x = x(node.x);
    node.y = y(node.y);
  }
}

export type Arrow = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";
const directions: Readonly<Record<Arrow, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
export const isArrow = (key: string): key is Arrow => key in directions;

/** The neighbour that lies most in the direction of the arrow; null if none lies on that side. */
export function neighborTowards(
  { edges }: { edges: readonly PlacedEdge[] },
  from: PlacedNode,
  arrow: Arrow,
): PlacedNode | null {
  const [dx, dy] = directions[arrow];
  let best: PlacedNode | null = null;
  let bestScore = 0.2;
  for (const edge of edges) {
    const other = edge.from.id === from.id ? edge.to : edge.to.id === from.id ? edge.from : null;
    if (!other) continue;
    const [x, y] = [other.x - from.x, other.y - from.y];
    const score = (x * dx + y * dy) / (Math.hypot(x, y) || 1);
    if (score > bestScore || (score === bestScore && best !== null && other.id < best.id))
      [best, bestScore] = [other, score];
  }
  return best;
}

/** What stands below each: the first name, or the whole where two share it. */
export function labelsOf(nodes: Network["nodes"]): ReadonlyMap<string, string> {
  const first = (name: string) => name.split(" ")[0] ?? name;
  const shared = new Set<string>();
  const seen = new Set<string>();
  for (const { name } of nodes) (seen.has(first(name)) ? shared : seen).add(first(name));
  return new Map(nodes.map(({ id, name }) => [id, shared.has(first(name)) ? name : first(name)]));
}
