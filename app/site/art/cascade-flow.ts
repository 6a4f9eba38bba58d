import { degrees, path, type Point, smoothstep, vane } from "./flow.ts";

export interface CascadeOptions {
  width: number;
  height: number;
  /** Degrees the row of vanes turns the stream by. */
  turn: number;
  gap?: number;
  /** Where the vanes begin and how long they are, as shares of the width. */
  at?: number;
  chord?: number;
  thickness?: number;
  /** A vane on every n-th line. */
  every?: number;
}

/** Parallel flow turned by one row of vanes: one line and one vane, to be repeated at the given heights. */
export function cascadeFlow(options: CascadeOptions) {
  const { width, height, turn, gap = 16, at = 0.4, chord = 0.22, thickness = 9, every = 3 } = options;
  const [start, length] = [width * at, width * chord];
  const shape: Point[] = [];
  let y = 0;
  for (let x = -10; x <= width + 10; x += 4) {
    shape.push([x, y]);
    y += 4 * Math.tan(turn * smoothstep(start, start + length, x) * degrees);
  }
  const lines: number[] = [];
  const vanes: number[] = [];
  const [first, last] = [Math.floor(Math.min(0, -y) / gap) - 1, Math.ceil(Math.max(height, height - y) / gap) + 1];
  for (let i = first; i <= last; i++) {
    lines.push(i * gap);
    if (((i % every) + every) % every === 0) vanes.push(i * gap);
  }
  const blade = shape.filter(([x]) => x >= start - length * 0.1 && x <= start + length * 1.02);
  return { line: path(shape), vane: vane(blade, thickness), lines, vanes };
}

/** A shape in relative commands, again at each of the heights, as one path: one element is quicker than a copy for each. */
export function repeatAt(heights: readonly number[], shape: string): string {
  const [, x, y, rest] = /^M(-?[\d.]+) (-?[\d.]+)(.*)$/.exec(shape) ?? [];
  if (rest === undefined || /[A-Z]/.test(rest)) throw new Error(`not a relative path: ${shape.slice(0, 40)}`);
  return heights.map((height) => `M${x} ${Math.round((Number(y) + height) * 10) / 10}${rest}`).join("");
}
