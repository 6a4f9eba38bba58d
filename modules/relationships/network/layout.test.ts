import { describe, expect, test } from "vitest";
import type { Network } from "../relationship.ts";
import { labelsOf, layOut, neighborTowards, pictureHeight, pictureWidth } from "./layout.ts";

const network = (count: number): Network => ({
  nodes: Array.from({ length: count }, (_, n) => ({
    id: `n${String(n).padStart(2, "0")}`,
    kind: n % 5 === 0 ? ("staff" as const) : ("contact" as const),
    name: `Person ${n}`,
    about: "",
    is_center: n === 1,
  })),
  edges: Array.from({ length: count * 2 }, (_, n) => ({
    from: `n${String((n * 5) % count).padStart(2, "0")}`,
    to: `n${String((n * 7 + 1) % count).padStart(2, "0")}`,
    strength: (n * 13) % 100,
    reason: "tie",
  })).filter(({ from, to }) => from !== to),
});

describe("the picture", () => {
  test("relationships 16: the same input gives the same picture, in whatever order it comes", () => {
    const input = network(60);
    const once = layOut(input);
    const again = layOut({ nodes: input.nodes.toReversed(), edges: input.edges.toReversed() });
    expect(again).toEqual(once);
    for (const { x, y } of once.nodes) {
      expect(Number.isInteger(x) && Number.isInteger(y)).toBe(true);
      expect(x >= 0 && x <= pictureWidth && y >= 0 && y <= pictureHeight).toBe(true);
    }
    // No two on one spot.
    expect(new Set(once.nodes.map(({ x, y }) => `${x} ${y}`)).size).toBe(60);
  });

  test("relationships 16: a few people use the whole frame, and none stands on the name of another", () => {
    const { nodes } = layOut(network(12));
    const span = (values: number[]) => Math.max(...values) - Math.min(...values);
    expect(span(nodes.map(({ x }) => x)) / pictureWidth).toBeGreaterThan(0.7);
    expect(span(nodes.map(({ y }) => y)) / pictureHeight).toBeGreaterThan(0.7);
    for (const one of nodes)
      for (const other of nodes)
        if (one.id < other.id) expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(90);
  });

  test("relationships 16: people stand by their first name, and by their whole name where two share it", () => {
    const named = (...names: string[]) => names.map((name, n) => ({ ...network(1).nodes[0]!, id: `n${n}`, name }));
    expect([...labelsOf(named("Ada Lind", "Dov Rasmussen", "Ada Abara", "Prince")).values()]).toEqual([
      "Ada Lind",
      "Dov",
      "Ada Abara",
      "Prince",
    ]);
  });

  test("relationships 16: arrows walk to the neighbour on that side, and stay where there is none", () => {
    const at = (id: string, x: number, y: number) => ({
      id,
      x,
      y,
      kind: "contact" as const,
      name: id,
      about: "",
      is_center: false,
    });
    const [a, right, up, far] = [at("a", 100, 100), at("right", 200, 110), at("up", 110, 20), at("far", 150, 100)];
    const edges = [right, up].map((to) => ({ from: a, to, strength: 50, reason: "tie" }));
    expect(neighborTowards({ edges }, a, "ArrowRight")?.id).toBe("right");
    expect(neighborTowards({ edges }, a, "ArrowUp")?.id).toBe("up");
    expect(neighborTowards({ edges }, a, "ArrowLeft")).toBeNull();
    expect(neighborTowards({ edges }, right, "ArrowLeft")?.id).toBe("a");
    // Near, but no neighbour.
    expect(neighborTowards({ edges }, far, "ArrowLeft")).toBeNull();
  });

  test("relationships 16: an empty record, and one without anyone, draw nothing", () => {
    expect(layOut({ nodes: [], edges: [] })).toEqual({ nodes: [], edges: [] });
    expect(
      layOut({ nodes: network(1).nodes, edges: [{ from: "n00", to: "gone", strength: 3, reason: "tie" }] }).edges,
    ).toEqual([]);
  });
});
