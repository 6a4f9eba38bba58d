import { expect, test } from "vitest";
import { field, path, type Point, trace } from "./flow.ts";

/** Points along the drawn line, fifty on each curve. */
function drawn(d: string): Point[] {
  const numbers = (text: string) => text.match(/-?(?:\d+\.?\d*|\.\d+)/g)?.map(Number) ?? [];
  const [start = "", ...curves] = d.slice(1).split("c");
  let [x = Number.NaN, y = Number.NaN] = numbers(start);
  const points: Point[] = [[x, y]];
  for (const curve of curves) {
    const [ax = 0, ay = 0, bx = 0, by = 0, dx = 0, dy = 0] = numbers(curve);
    for (let i = 1; i <= 50; i++) {
      const [t, u] = [i / 50, 1 - i / 50];
      const [a, b, c] = [3 * u * u * t, 3 * u * t * t, t * t * t];
      points.push([x + a * ax + b * bx + c * dx, y + a * ay + b * by + c * dy]);
    }
    [x, y] = [x + dx, y + dy];
  }
  return points;
}

function distance([x, y]: Point, line: readonly Point[]): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (const [i, [bx, by]] of line.entries()) {
    const [ax, ay] = line[i - 1] ?? [bx, by];
    const [dx, dy] = [bx - ax, by - ay];
    const along = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
    nearest = Math.min(nearest, Math.hypot(x - ax - along * dx, y - ay - along * dy));
  }
  return nearest;
}

const swirl = field([{ u: 1.25 }, { x: 0, y: 0, m: -1000, g: 1500 }]);
const lines: [name: string, points: Point[]][] = [
  [
    "a long line that winds into a sink",
    trace(swirl, [-2000, -900], { max: 900, stop: (x, y) => Math.hypot(x, y) < 60 }),
  ],
  ["a straight one", trace(field([{ u: 1 }]), [0, 0], { max: 300 })],
  [
    "a blunt nose, points close together there",
    Array.from({ length: 57 }, (_, i): Point => {
      const s = ((i - 28) / 28) ** 2;
      return [s * 70, Math.sign(i - 28) * 13 * Math.sqrt(s) * (1 - s)];
    }),
  ],
  [
    "three points",
    [
      [0, 0],
      [5, 1],
      [9, 4],
    ],
  ],
];

test.each(lines)("the drawn line is the computed one to a third of a pixel: %s", (_, points) => {
  const line = drawn(path(points));
  expect(Math.max(...points.map((point) => distance(point, line)))).toBeLessThan(0.33);
  // And the other way round: no loop or spike beside it.
  expect(Math.max(...line.map((point) => distance(point, points)))).toBeLessThan(0.6);
});

test("few curves are enough for a long line", () => {
  const winding = lines[0]?.[1] ?? [];
  expect(winding.length).toBeGreaterThan(350);
  expect(path(winding).split("c").length).toBeLessThan(14);
});
