import { degrees, field, path, type Point, smoothstep, trace, vane } from "./flow.ts";

const vaneCount = 24;
const hub = 66;
const inner = 118;
const outer = 186;
const middle = (inner + outer) / 2;
const thickness = 13;

export interface RingOptions {
  /** 1 lets the stream in, 0.4 is soon, 0 is shut. */
  open?: number;
  /** Speed and direction (degrees, 0 from the left) of the stream that arrives. */
  speed?: number;
  from?: number;
  /** How far out the lines are followed. */
  reach?: number;
  linesPerVane?: number;
}

const radius = ([x, y]: Point) => Math.hypot(x, y);

/** A blade of a ring that is not fully open: leaning, or lying along the ring and overlapping the next. */
function gate(angle: number, open: number) {
  const lean = (88 - open * 52) * degrees;
  const half = (outer - inner) * 0.62 * (1.32 - open * 0.3);
  const points: Point[] = [];
  for (let s = -1; s <= 1.001; s += 0.1) {
    const along = angle + Math.PI / 2 + lean;
    const bow = (1 - s * s) * half * 0.12;
    points.push([
      Math.sin(angle) * (middle + bow) + Math.cos(along) * s * half,
      -Math.cos(angle) * (middle + bow) + Math.sin(along) * s * half,
    ]);
  }
  return vane(points, thickness);
}

/** The ring: flow runs in, 24 vanes turn it, it swirls to the hub. Centre at 0,0; the box is 600 wide. */
export function ringFlow({ open = 1, speed = 0, from = 0, reach = 1500, linesPerVane = 3 }: RingOptions = {}) {
  const sink = -1000;
  const velocity = field([
    { u: speed * Math.cos(from * degrees), v: speed * Math.sin(from * degrees) },
    { x: 0, y: 0, m: sink, g: (r) => -sink * 1.5 * (1 - smoothstep(inner - 14, outer + 8, r)) },
  ]);
  const lines: string[] = [];
  const vanes: { bearing: number; d: string }[] = [];
  const count = vaneCount * linesPerVane;
  for (let i = 0; i < count; i++) {
    const angle = (i / count) * 2 * Math.PI;
    const start: Point = [middle * Math.sin(angle), -middle * Math.cos(angle)];
    const outward = trace(velocity, start, {
      back: true,
      step: 5,
      max: 700,
      stop: (x, y) => Math.hypot(x, y) > reach,
    });
    const inward = trace(velocity, start, { step: 3, max: 500, stop: (x, y) => Math.hypot(x, y) < hub });
    const whole = [...outward.toReversed(), ...inward.slice(1)];
    if (i % linesPerVane === 0)
      vanes.push({
        bearing: (i / count) * 360,
        d:
          open < 1
            ? gate(angle, open)
            : vane(
                whole.filter((point) => radius(point) > inner && radius(point) < outer),
                thickness,
              ),
      });
    lines.push(open === 0 ? path(outward.filter((point) => radius(point) > outer + 10).toReversed()) : path(whole));
  }
  return { lines, vanes };
}

/** The bezel: a tick every 5 degrees, longer at the steps. */
export function bezelTicks() {
  const ticks: string[] = [];
  for (let bearing = 0; bearing < 360; bearing += 5) {
    const length = bearing % 60 === 0 ? 20 : bearing % 15 === 0 ? 12 : 6;
    const [s, c] = [Math.sin(bearing * degrees), -Math.cos(bearing * degrees)];
    const point = (r: number) => `${(r * s).toFixed(1)} ${(r * c).toFixed(1)}`;
    ticks.push(`M${point(205)}L${point(205 + length)}`);
  }
  return ticks.join("");
}
