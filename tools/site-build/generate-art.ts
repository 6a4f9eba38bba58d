// Drawings for the app as static files (`npm run generate -- art`): the app's bundle carries no paths, and tokens still colour
// them, because a shape shown by <use href="/art/x.svg#art"> inherits the custom properties of where it stands.
import { mkdirSync, writeFileSync } from "node:fs";
import { cascadeFlow, repeatAt } from "#app/site/art/cascade-flow.ts";
import { streetFlow } from "#app/site/art/street-flow.ts";
import { ringFlow, type RingOptions } from "#app/site/art/ring-flow.ts";

const line = 'fill="none" stroke="var(--flow, #888)" vector-effect="non-scaling-stroke"';

function ring(options: RingOptions, steering?: number) {
  const { lines, vanes } = ringFlow(options);
  const blades = (hot: boolean) =>
    vanes
      .filter(({ bearing }) => (bearing === steering) === hot)
      .map(({ d }) => d)
      .join("");
  return [
    `<path ${line} d="${lines.join("")}"/>`,
    `<path fill="var(--ink, #222)" d="${blades(false)}"/>`,
    steering === undefined ? "" : `<path fill="var(--accent, #d33a15)" d="${blades(true)}"/>`,
    `<circle r="60" fill="var(--ground, none)" stroke="var(--ink, #222)" vector-effect="non-scaling-stroke"/>`,
  ].join("");
}

/** Vanes at 0 degrees, still water. */
function still() {
  const flow = cascadeFlow({ width: 320, height: 140, turn: 0, gap: 14, every: 3 });
  const inside = (y: number) => y > 4 && y < 136;
  return [
    ...flow.lines.filter(inside).map((y) => `<path transform="translate(0 ${y})" ${line} d="${flow.line}"/>`),
    ...flow.vanes
      .filter(inside)
      .map((y) => `<path transform="translate(0 ${y})" fill="var(--ink, #222)" d="${flow.vane}"/>`),
  ].join("");
}

/** Vanes at 38 degrees, one of them steering: the first field of proposals, payments and shared files. */
function cascade() {
  const flow = cascadeFlow({
    width: 900,
    height: 420,
    turn: -38,
    gap: 20,
    at: 0.5,
    chord: 0.2,
    thickness: 11,
    every: 4,
  });
  const middle = flow.vanes.toSorted((a, b) => Math.abs(a - 160) - Math.abs(b - 160))[0];
  const inside = (y: number) => y > -40 && y < 900;
  return [
    `<path ${line} d="${repeatAt(flow.lines.filter(inside), flow.line)}"/>`,
    `<path fill="var(--ink, #222)" d="${repeatAt(
      flow.vanes.filter((y) => y !== middle && y > -40 && y < 480),
      flow.vane,
    )}"/>`,
    `<path fill="var(--accent, #d33a15)" d="${repeatAt([middle ?? 0], flow.vane)}"/>`,
  ].join("");
}

function street() {
  const { lines, bodies } = streetFlow();
  const body = bodies.map(([x, y, radius]) => `<circle cx="${x}" cy="${y}" r="${radius}" fill="var(--ink, #222)"/>`);
  return [`<path ${line} d="${lines.join("")}"/>`, ...body].join("");
}

const drawings: Record<string, [box: string, shapes: string]> = {
  "ring-open": ["-620 -450 900 900", ring({ speed: 1.6, reach: 1400 }, 285)],
  "ring-soon": ["-300 -300 600 600", ring({ open: 0.4, reach: 285, linesPerVane: 2 })],
  "ring-shut": ["-300 -300 600 600", ring({ open: 0, reach: 285, linesPerVane: 2 })],
  cascade: ["0 0 900 420", cascade()],
  still: ["0 0 320 140", still()],
  street: ["0 0 1440 560", street()],
};

export function generateArt(): void {
  mkdirSync("public/art", { recursive: true });
  for (const [name, [box, shapes]] of Object.entries(drawings))
    writeFileSync(
      `public/art/${name}.svg`,
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}"><g id="art">${shapes}</g></svg>\n`,
    );
}
