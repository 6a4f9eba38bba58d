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

const between = ([ax, ay]: Point, [bx, by]: Point) => Math.hypot(bx - ax, by - ay);

/**
 * The cubic Bézier through the ends of a run of points, along its tangents there, that comes nearest to the points between (least
 * squares for the two handles, each point then moved to the nearest place on the curve, four times), and how far off it is.
 */
function fit(points: readonly Point[], start: Point, end: Point) {
  const last = points.length - 1;
  const [first, final] = [points[0] ?? start, points[last] ?? end];
  const lengths = [0];
  for (let i = 1; i <= last; i++)
    lengths.push((lengths[i - 1] ?? 0) + between(points[i - 1] ?? first, points[i] ?? final));
  const length = lengths[last] ?? 0;
  const places = lengths.map((value) => value / length);
  let [out, back, error] = [length / 3, length / 3, 0];
  for (let pass = 0; pass < 4; pass++) {
    let [aa, ab, bb, ra, rb] = [0, 0, 0, 0, 0];
    const cosine = start[0] * end[0] + start[1] * end[1];
    for (const [i, t] of places.entries()) {
      const [[x, y], u] = [points[i] ?? first, 1 - t];
      const [a, b, near, far] = [3 * u * u * t, 3 * u * t * t, u * u * (1 + 2 * t), t * t * (3 - 2 * t)];
      const [rx, ry] = [x - near * first[0] - far * final[0], y - near * first[1] - far * final[1]];
      aa += a * a;
      ab -= a * b * cosine;
      bb += b * b;
      ra += a * (rx * start[0] + ry * start[1]);
      rb -= b * (rx * end[0] + ry * end[1]);
    }
    const determinant = aa * bb - ab * ab;
    const [nextOut, nextBack] = [(ra * bb - rb * ab) / determinant, (rb * aa - ra * ab) / determinant];
    // Where the points leave a handle open (a straight run), a third of the way is right.
    if (nextOut > 0 && nextBack > 0 && nextOut < length && nextBack < length) [out, back] = [nextOut, nextBack];

    error = 0;
    for (const [i, t] of places.entries()) {
      const u = 1 - t;
      // Position, velocity and acceleration on the curve, along one axis.
      const along = (axis: 0 | 1) => {
        const [p0, p3] = [first[axis], final[axis]];
        const [p1, p2] = [p0 + start[axis] * out, p3 - end[axis] * back];
        return [
          u * u * u * p0 + 3 * u * u * t * p1 + 3 * u * t * t * p2 + t * t * t * p3 - (points[i] ?? first)[axis],
          3 * (u * u * (p1 - p0) + 2 * u * t * (p2 - p1) + t * t * (p3 - p2)),
          6 * (u * (p2 - 2 * p1 + p0) + t * (p3 - 2 * p2 + p1)),
        ] as const;
      };
      const [[dx, vx, ax], [dy, vy, ay]] = [along(0), along(1)];
      error = Math.max(error, Math.hypot(dx, dy));
      const slope = vx * vx + vy * vy + dx * ax + dy * ay;
      if (slope > 0 && i > 0 && i < last) places[i] = Math.min(1, Math.max(0, t - (dx * vx + dy * vy) / slope));
    }
  }
  return { out, back, error };
}

/** How far a drawn line may be from the computed one: about a fifth of a pixel, which no screen shows. */
const tolerance = 0.2;

/** Points to relative cubic Béziers, each as long as the tolerance allows. */
export function path(points: readonly Point[]): string {
  const last = points.length - 1;
  const first = points[0];
  if (last < 2 || !first) return "";
  const at = (i: number) => points[Math.min(last, Math.max(0, i))] ?? first;
  const heading = (i: number): Point => {
    const [a, b] = [at(i - 1), at(i + 1)];
    const length = between(a, b) || 1;
    return [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
  };
  // Two dozen of the points tell as much of a long run as all of them.
  const run = (from: number, to: number) => {
    const count = Math.min(24, to - from);
    return Array.from({ length: count + 1 }, (_, i) => at(from + Math.round((i / count) * (to - from))));
  };
  const curve = (from: number, to: number) => fit(run(from, to), heading(from), heading(to));

  let [x, y] = [round(first[0]), round(first[1])];
  let d = `M${x} ${y}`;
  let knot = 0;
  while (knot < last) {
    // Twice as far while that is near enough, then by halves between what was and what was not.
    let [next, best, reach, failed] = [knot + 1, curve(knot, knot + 1), 2, last + 1];
    while (failed - next > 1) {
      const to = Math.min(last, knot + reach, failed - 1);
      const longer = curve(knot, to);
      if (longer.error > tolerance) failed = to;
      else [next, best] = [to, longer];
      reach = failed > last ? reach * 2 : Math.ceil((failed + next) / 2) - knot;
    }
    const [[sx, sy], [ex, ey]] = [heading(knot), heading(next)];
    const [dx, dy] = [at(next)[0] - x, at(next)[1] - y];
    const [px, py] = [at(knot)[0] - x, at(knot)[1] - y];
    d += `c${numbers(px + sx * best.out, py + sy * best.out, dx - ex * best.back, dy - ey * best.back, dx, dy)}`;
    x = round(x + round(dx));
    y = round(y + round(dy));
    knot = next;
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
  return `${path([...lower.toReversed(), ...upper.slice(1)])}z`;
}
