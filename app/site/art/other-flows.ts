// The strip, the confluence and the named flows.
import { degrees, type Element, field, path, type Point, round, trace, vane } from "./flow.ts";

/** One row of vanes opening from shut to full, left to right. */
export function stripFlow({ width = 1440, height = 128, count = 40, chord = 92, thickness = 7 } = {}) {
  const [from, to] = [4, 78];
  const centre: Point[] = [];
  for (let k = -1; k <= 1.001; k += 0.05) centre.push([(k * chord) / 2, -(1 - k * k) * 7]);
  const places = Array.from({ length: count }, (_, i) => {
    const s = i / (count - 1);
    return {
      x: round((width * (i + 0.5)) / count),
      y: height / 2,
      angle: round(from + (to - from) * s * s * (3 - 2 * s)),
    };
  });
  return { vane: vane(centre, thickness), places };
}

/** Two streams interleave, then one leaves: Discovery, Co-Creation, Transfer. */
export function confluenceFlow({ width = 1440, height = 420, count = 9, gap = 15 } = {}) {
  const ours: string[] = [];
  const yours: string[] = [];
  const x = (share: number) => round(width * share);
  for (let i = 0; i < count; i++) {
    const k = i - (count - 1) / 2;
    const [ya, yb] = [round(height * 0.22 + k * gap), round(height * 0.78 + k * gap)];
    const ma = round(height / 2 + k * gap * 2 - gap / 2);
    const mb = round(ma + gap);
    const out = round(height / 2 + k * gap * 1.5);
    yours.push(
      `M-10 ${ya}C${x(0.2)} ${ya} ${x(0.22)} ${ma} ${x(0.37)} ${ma}L${x(0.6)} ${ma}C${x(0.76)} ${ma} ${x(0.78)} ${out} ${width + 10} ${out}`,
    );
    ours.push(
      `M-10 ${yb}C${x(0.2)} ${yb} ${x(0.22)} ${mb} ${x(0.37)} ${mb}L${x(0.6)} ${mb}C${x(0.72)} ${mb} ${x(0.74)} ${round(height * 0.9 + k * gap * 0.6)} ${x(0.86)} ${round(height + 60 + k * gap)}`,
    );
  }
  return { yours, ours };
}

type Body = readonly [x: number, y: number, radius: number];

const flows = {
  cylinder: { elements: [{ u: 1 }, { x: 260, y: 200, k: 70 * 70 }], bodies: [[260, 200, 70]] },
  stagnation: { elements: [{ u: 1 }, { x: 250, y: 200, m: 52 }], bodies: [] },
  network: {
    elements: [
      { u: 1 },
      { x: 150, y: 120, m: 26 },
      { x: 300, y: 270, m: -30 },
      { x: 430, y: 130, m: 24 },
      { x: 520, y: 280, m: -20 },
    ],
    bodies: [
      [150, 120, 6],
      [300, 270, 6],
      [430, 130, 6],
      [520, 280, 6],
    ],
  },
  lift: { elements: [{ u: 1 }, { x: 280, y: 200, k: 62 * 62, g: 78 }], bodies: [[280, 200, 62]] },
} satisfies Record<string, { elements: Element[]; bodies: Body[] }>;

export type FlowName = keyof typeof flows;

/** A named field: flow round a cylinder, past a source, through a network, or with lift. 640 by 400 unless told. */
export function namedFlow(name: FlowName, { width = 640, height = 400, gap = 14 } = {}) {
  const named: { elements: Element[]; bodies: Body[] } = flows[name];
  const velocity = field(named.elements);
  const stop = (x: number, y: number) =>
    x < -30 ||
    x > width + 30 ||
    y < -60 ||
    y > height + 60 ||
    named.bodies.some(([bx, by, radius]) => Math.hypot(x - bx, y - by) < radius - 1);
  const lines: string[] = [];
  for (let y = -40; y <= height + 40; y += gap)
    lines.push(path(trace(velocity, [-20, y], { step: 5, max: 420, stop })));
  for (const element of named.elements)
    if ("x" in element && (element.m ?? 0) > 0)
      for (let angle = 0; angle < 360; angle += 20)
        lines.push(
          path(
            trace(velocity, [element.x + 7 * Math.cos(angle * degrees), element.y + 7 * Math.sin(angle * degrees)], {
              step: 5,
              max: 300,
              stop,
            }),
          ),
        );
  return { lines: lines.filter(Boolean), bodies: named.bodies };
}
