// A person in the stream: the lines part around the head, as they do around any body. Drawn from a few words in content/team.ts.
import type { PortraitLook } from "#content/team.ts";
import { classNames } from "../../ui/class-names.ts";
import { lineClass } from "./drawings.tsx";
import { remembered } from "./remembered.ts";

const width = 160;
const height = 176;
const head = { x: 80, y: 80, radius: 43 };

/** Height of a streamline of the flow around a cylinder at `x`, for a line that comes in at `far` from its axis. */
function heightAt(x: number, far: number): number {
  const square = head.radius ** 2;
  let y = Math.sign(far) * Math.max(Math.abs(far), Math.sqrt(Math.max(0, square - x * x)));
  // The stream function y (1 - a a / r r) is constant along a line; Newton finds the y it asks for.
  for (let step = 0; step < 24; step++) {
    const r2 = x * x + y * y;
    const value = y * (1 - square / r2) - far;
    const slope = 1 - square / r2 + (2 * square * y * y) / (r2 * r2);
    y -= value / slope;
  }
  return y;
}

const parted = remembered((gap: number) => {
  const lines: string[] = [];
  for (let far = -head.y - 20; far < height - head.y; far += gap) {
    if (Math.abs(far) < 1) continue;
    const points: string[] = [];
    for (let x = 0; x <= width; x += 5) {
      const y = head.y + heightAt(x - head.x, far);
      points.push(`${x} ${y.toFixed(1)}`);
    }
    lines.push(`M${points.join("L")}`);
  }
  return lines.join("");
});

const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
const cap = "M53 82C49 56 62 43 80 43s31 13 27 39c-3-11-7-17-13-20-9 4-20 4-28 0-6 4-10 9-13 20z";
const hair: Record<PortraitLook["hair"], string> = {
  short: cap,
  cropped: "M54 76C53 56 64 46 80 46s27 10 26 30c-4-8-7-12-11-14-10 3-20 3-30 0-4 2-7 6-11 14z",
  parted: "M53 84C48 54 64 41 85 42c17 1 26 15 23 42-2-10-6-16-12-20-14 2-25-3-31-12-2 9-8 17-12 32z",
  long: "M51 124C44 92 46 42 80 41s36 51 29 83c-5 3-9 3-12 0 7-16 8-32 4-50-11-1-25-5-31-14-3 10-8 14-11 22-2 15 0 29 4 42-3 3-7 3-12 0z",
  bun: `${cap}${circle(80, 35, 11)}`,
  curly: [
    [56, 70, 11],
    [60, 56, 12],
    [71, 47, 12],
    [86, 45, 12],
    [98, 52, 12],
    [105, 66, 11],
    [80, 54, 12],
  ]
    .map(([x = 0, y = 0, r = 0]) => circle(x, y, r))
    .join(""),
  bald: "M53 78c-2 9-1 15 2 20l3-2c-2-6-3-11-2-17zM107 78c2 9 1 15-2 20l-3-2c2-6 3-11 2-17z",
};
const collars: Record<PortraitLook["collar"], string> = {
  shirt: "M64 128l16 14 16-14 6 10-14 14-8-8-8 8-14-14z",
  round: "M62 129c8 14 28 14 36 0l4 4c-10 18-34 18-44 0z",
  vee: "M63 128l17 34 17-34-4-2-13 24-13-24z",
};

/** A face is light and its lines are dark in both themes: in the dark one the colours of the field would draw a negative. */
const colors =
  "[--skin:var(--surface)] [--lines:var(--ink)] [--hair:var(--ink)] [--gray:var(--flow)] [--coat:var(--ink)] " +
  "dark:[--skin:oklch(0.86_0.03_165)] dark:[--lines:oklch(0.17_0.03_190)] dark:[--hair:oklch(0.13_0.02_190)] " +
  "dark:[--gray:oklch(0.68_0.03_175)] dark:[--coat:oklch(0.42_0.05_188)]";
const pen = "stroke-(--lines) [stroke-width:1.6] [stroke-linecap:round] [stroke-linejoin:round]";
const stroke = `fill-none ${pen}`;

export function Portrait({ look, className }: { look: PortraitLook; className?: string }) {
  const tone = look.gray ? "fill-(--gray)" : "fill-(--hair)";
  return (
    <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" className={classNames(colors, className)}>
      <path className={lineClass} d={parted(9)} />
      {look.hair === "long" && <path className={tone} d={hair.long} />}
      <path className="fill-(--coat)" d="M8 176c2-28 26-42 56-48h32c30 6 54 20 56 48z" />
      <path className={`fill-(--skin) ${pen}`} d="M69 104v26c3 8 19 8 22 0v-26z" />
      <path className="fill-ground dark:fill-(--skin)" d={collars[look.collar]} />
      <path className={`fill-(--skin) ${pen}`} d="M54 76c0-20 10-30 26-30s26 10 26 30c0 24-11 41-26 41S54 100 54 76z" />
      {look.beard && (
        <path className={tone} d="M54 84c1 24 11 36 26 36s25-12 26-36c-3 10-7 14-12 14-8-4-20-4-28 0-5 0-9-4-12-14z" />
      )}
      <path className={tone} d={hair[look.hair]} fillRule="nonzero" />
      {/* Brow and nose in one line, like a vane seen from its edge. */}
      <path className={stroke} d="M64 74q6-4 11-1M85 73q6-3 11 1M80 76l-3 14q3 3 7 1M73 104q7 3 14 0" />
      <path className={stroke} d="M67 80h4M89 80h4" />
      {look.glasses && <path className={stroke} d={`${circle(69, 80, 8)}${circle(91, 80, 8)}M77 79q3-2 6 0`} />}
    </svg>
  );
}
