// Two-dimensional potential flow, integrated to SVG path data. Pure functions that run while pages are built, never in the browser.
export type Point = readonly [x: number, y: number];
type Velocity = (x: number, y: number) => Point;

/** A uniform stream, or a point element: `m` source (negative: sink), `g` vortex, `k` doublet. */
export type Element =
  | { u: number; v?: number }
  | { x: number; y: number; m?: number; g?: number | ((radius: number) => number); k?: number };

export const degrees = Math.PI / 180;
/** One decimal is below what a screen can show, and keeps the paths small. */
export const round = (value: number) => Number(value.toFixed(1));

/** Rises from 0 at `a` to 1 at `b`, flat at both ends. */
export function smoothstep(a: number, b: number, x: number) {
  const t = Math.min(1, Math.max(0, (x - a) / (b - a)));
  return t * t * (3 - 2 * t);
}

/** The velocity at a point: the sum of what each element adds. */
export function field(elements: readonly Element[]): Velocity {
  return (x, y) => {
    let [u, v] = [0, 0];
    for (const element of elements) {
      if ("u" in element) {
        u += element.u;
        v += element.v ?? 0;
        continue;
      }
      const [dx, dy] = [x - element.x, y - element.y];
      const r2 = dx * dx + dy * dy + 1e-6;
      const { m = 0, k = 0 } = element;
      const g = typeof element.g === "function" ? element.g(Math.sqrt(r2)) : (element.g ?? 0);
      u += (m * dx - g * dy) / r2 - (k * (dx * dx - dy * dy)) / (r2 * r2);
      v += (m * dy + g * dx) / r2 - (k * 2 * dx * dy) / (r2 * r2);
    }
    return [u, v];
  };
}

const stagnation = 0.045;

/** Follows the stream from a point in equal steps (midpoint rule), or against it with `back`. */
export function trace(
  velocity: Velocity,
  start: Point,
  options: { back?: boolean; step?: number; max?: number; stop?: (x: number, y: number) => boolean } = {},
): Point[] {
  const { back = false, step = 6, max = 900, stop } = options;
  const h = back ? -step : step;
  const direction: Velocity = (a, b) => {
    const [u, v] = velocity(a, b);
    const speed = Math.hypot(u, v) || 1;
    return [u / speed, v / speed];
  };
  let [x, y] = start;
  const points: Point[] = [start];
  for (let i = 0; i < max; i++) {
    if (Math.hypot(...velocity(x, y)) < stagnation) break;
    const a = direction(x, y);
    const b = direction(x + (h / 2) * a[0], y + (h / 2) * a[1]);
    x += h * b[0];
    y += h * b[1];
    points.push([x, y]);
    if (stop?.(x, y)) break;
  }
  return points;
}

const numbers = (...values: number[]) =>
  values
    .map(round)
    .join(" ")
    .replaceAll(" -", "-")
    .replace(/(^|[ -])0\./g, "$1.");

/** Points to relative cubic Béziers: a knot every `turn` radians (sooner on long runs), handles along the true tangents. */
export function path(points: readonly Point[], turn = 0.3): string {
  const last = points.length - 1;
  const first = points[0];
  if (last < 2 || !first) return "";
  const at = (i: number) => points[Math.min(last, Math.max(0, i))] ?? first;
  const heading = (i: number) => Math.atan2(at(i + 1)[1] - at(i - 1)[1], at(i + 1)[0] - at(i - 1)[0]);

  let [x, y] = [round(first[0]), round(first[1])];
  let d = `M${x} ${y}`;
  let [knot, knotHeading, previous, turned, length] = [0, heading(0), heading(0), 0, 0];
  for (let i = 1; i <= last; i++) {
    const angle = heading(i);
    const change = Math.abs(angle - previous);
    turned += change > Math.PI ? 2 * Math.PI - change : change;
    previous = angle;
    length += Math.hypot(at(i)[0] - at(i - 1)[0], at(i)[1] - at(i - 1)[1]);
    if (turned < turn && turned * length < 12 && i < last) continue;
    const [dx, dy] = [at(i)[0] - x, at(i)[1] - y];
    const handle = length / 3;
    d +=
      turned < 0.004
        ? `l${numbers(dx, dy)}`
        : `c${numbers(
            at(knot)[0] - x + Math.cos(knotHeading) * handle,
            at(knot)[1] - y + Math.sin(knotHeading) * handle,
            dx - Math.cos(angle) * handle,
            dy - Math.sin(angle) * handle,
            dx,
            dy,
          )}`;
    x = round(x + round(dx));
    y = round(y + round(dy));
    [knot, knotHeading, turned, length] = [i, angle, 0, 0];
  }
  return d;
}

/** A vane is a streamline segment given an aerofoil's thickness: round nose first, sharp tail last. */
export function vane(centre: readonly Point[], thickness: number): string {
  const last = centre.length - 1;
  const at = (s: number): Point => {
    const i = Math.min(last - 1, Math.floor(s * last));
    const rest = s * last - i;
    const [a, b] = [centre[i] ?? [0, 0], centre[i + 1] ?? [0, 0]];
    return [a[0] + (b[0] - a[0]) * rest, a[1] + (b[1] - a[1]) * rest];
  };
  const upper: Point[] = [];
  const lower: Point[] = [];
  for (let i = 0; i <= 28; i++) {
    const s = (i / 28) ** 2;
    const [c, a, b] = [at(s), at(Math.max(0, s - 0.02)), at(Math.min(1, s + 0.02))];
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    const half =
      thickness * 2.6 * (0.2969 * Math.sqrt(s) - 0.126 * s - 0.3516 * s ** 2 + 0.2843 * s ** 3 - 0.1036 * s ** 4);
    const [nx, ny] = [-(b[1] - a[1]) / length, (b[0] - a[0]) / length];
    upper.push([c[0] + nx * half, c[1] + ny * half]);
    lower.push([c[0] - nx * half, c[1] - ny * half]);
  }
  return `${path([...lower.toReversed(), ...upper.slice(1)], 0.34)}z`;
}
