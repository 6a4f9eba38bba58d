import { path, type Point } from "./flow.ts";

/** A vortex street behind a blunt body, as contour lines of the stream function (marching squares). The 404 page only. */
export function streetFlow({ width = 1440, height = 560, levels = 19 } = {}) {
  const [bodyX, radius, spacing, offset] = [190, 58, 165, 44];
  const centre = height / 2;
  const vortices = Array.from({ length: 9 }, (_, i) => ({
    x: bodyX + 190 + i * spacing,
    y: centre + (i % 2 ? offset : -offset),
    strength: (i % 2 ? 1 : -1) * Math.min(1, 0.42 + i * 0.2) * 62,
  }));
  const streamFunction = (x: number, y: number) => {
    const [dx, dy] = [x - bodyX, y - centre];
    let psi = dy * (1 - (radius * radius) / Math.max(radius * radius * 0.6, dx * dx + dy * dy));
    for (const v of vortices)
      psi +=
        (v.strength / 2) *
        (Math.log((x - v.x) ** 2 + (y - v.y) ** 2 + 500) - Math.log((x - v.x) ** 2 + centre * centre * 4));
    return psi;
  };

  const cell = 8;
  const [columns, rows] = [Math.ceil(width / cell) + 1, Math.ceil(height / cell) + 1];
  const grid = Array.from({ length: rows }, (_, j) =>
    Array.from({ length: columns }, (__, i) => streamFunction(i * cell, j * cell)),
  );
  const lines: string[] = [];
  for (let k = -levels; k <= levels; k++)
    for (const contour of contours(grid, (k + 0.5) * ((height * 0.92) / 2 / levels), cell))
      lines.push(path(contour.filter((_, i) => i % 3 === 0 || i === contour.length - 1)));
  return { lines: lines.filter(Boolean), bodies: [[bodyX, centre, radius]] as const };
}

const key = (point: Point) => `${point[0].toFixed(2)},${point[1].toFixed(2)}`;

/** The curves on which the grid has the value `level`, joined end to end. */
function contours(grid: number[][], level: number, cell: number): Point[][] {
  const neighbours = new Map<string, Point[]>();
  const points = new Map<string, Point>();
  const link = (from: Point, to: Point) => {
    points.set(key(from), from);
    neighbours.set(key(from), [...(neighbours.get(key(from)) ?? []), to]);
  };
  for (let j = 0; j < grid.length - 1; j++)
    for (let i = 0; i < (grid[j]?.length ?? 0) - 1; i++) {
      const corners: Point[] = [
        [i, j],
        [i + 1, j],
        [i + 1, j + 1],
        [i, j + 1],
      ];
      const values = corners.map(([x, y]) => (grid[y]?.[x] ?? 0) - level);
      const cuts: Point[] = [];
      for (let edge = 0; edge < 4; edge++) {
        const [a, b] = [values[edge] ?? 0, values[(edge + 1) % 4] ?? 0];
        const [from, to] = [corners[edge], corners[(edge + 1) % 4]];
        if (a * b >= 0 || !from || !to) continue;
        const t = a / (a - b);
        cuts.push([(from[0] + (to[0] - from[0]) * t) * cell, (from[1] + (to[1] - from[1]) * t) * cell]);
      }
      for (let c = 0; c + 1 < cuts.length; c += 2) {
        const [from, to] = [cuts[c], cuts[c + 1]];
        if (!from || !to) continue;
        link(from, to);
        link(to, from);
      }
    }

  const seen = new Set<string>();
  const walk = (start: Point) => {
    const line: Point[] = [];
    for (let at: Point | undefined = start; at; at = neighbours.get(key(at))?.find((next) => !seen.has(key(next)))) {
      seen.add(key(at));
      line.push(at);
    }
    return line;
  };
  const all = [...points.values()];
  const ends = all.filter((point) => neighbours.get(key(point))?.length === 1);
  const found: Point[][] = [];
  for (const start of [...ends, ...all]) {
    if (seen.has(key(start))) continue;
    const line = walk(start);
    if (line.length <= 6) continue;
    const closed = neighbours.get(key(start))?.length === 2;
    found.push(closed ? [...line, start] : line);
  }
  return found;
}
