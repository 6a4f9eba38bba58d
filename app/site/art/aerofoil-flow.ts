import { degrees, path, type Point, trace } from "./flow.ts";

/** One vane in a stream: flow round a circle with Kutta circulation, mapped by Joukowski. */
export function aerofoilFlow({ width = 640, height = 400, gap = 13, angle = 9, chord = 250 } = {}) {
  const [cx, cy] = [-0.11, 0.17];
  const R = Math.hypot(1 - cx, cy);
  const alpha = angle * degrees;
  const [cos, sin] = [Math.cos(alpha), Math.sin(alpha)];
  const circulation = 2 * R * Math.sin(alpha + Math.asin(cy / R));
  const scale = chord / 4;

  const toPage = ([x, y]: Point): Point => {
    const r2 = x * x + y * y;
    const [jx, jy] = [x + x / r2, y - y / r2];
    return [width * 0.47 + scale * (jx * cos + jy * sin), height * 0.5 - scale * (-jx * sin + jy * cos)];
  };
  // In the plane of the circle the stream arrives at +alpha.
  const velocity = (x: number, y: number): Point => {
    const [X, Y] = [x - cx, y - cy];
    const r2 = X * X + Y * Y;
    const a = (X * X - Y * Y) * cos + 2 * X * Y * sin;
    const b = 2 * X * Y * cos - (X * X - Y * Y) * sin;
    return [
      cos - (R * R * a) / (r2 * r2) + (circulation * Y) / r2,
      sin - (R * R * b) / (r2 * r2) - (circulation * X) / r2,
    ];
  };

  // From the sharp tail round to it again: a corner between two points would be drawn as a curve.
  const tail = -Math.asin(cy / R);
  const outline: Point[] = [];
  for (let t = 0; t <= 360; t += 3)
    outline.push(toPage([cx + R * Math.cos(tail + t * degrees), cy + R * Math.sin(tail + t * degrees)]));
  const lines: string[] = [];
  for (let y = -height; y <= height * 2; y += gap) {
    const [qx, qy] = [(-40 - width * 0.47) / scale, (height * 0.5 - y) / scale];
    const points = trace(velocity, [qx * cos - qy * sin, qx * sin + qy * cos], {
      step: 0.05,
      max: 360,
      stop: (a, b) => Math.hypot(a - cx, b - cy) < R * 1.001,
    });
    lines.push(path(points.map(toPage)));
  }
  return { lines: lines.filter(Boolean), body: `${path(outline)}Z` };
}
