// Five vanes at 72 degrees: the cycle of BookDev. The first one steers.
import { degrees, path, type Point, vane } from "./flow.ts";

const polar = (radius: number, bearing: number): Point => [
  radius * Math.sin(bearing * degrees),
  -radius * Math.cos(bearing * degrees),
];

/** A line that turns inward as it goes round, from one radius to another. */
function spiral(bearing: number, sweep: number, from: number, to: number): Point[] {
  return Array.from({ length: 25 }, (_, i) => polar(from + ((to - from) * i) / 24, bearing + (sweep * i) / 24));
}

export function Cycle({ className }: { className?: string }) {
  const lines = Array.from({ length: 60 }, (_, i) => path(spiral(i * 6, 96, 232, 74)));
  const vanes = Array.from({ length: 5 }, (_, i) => vane(spiral(i * 72 - 24, 46, 176, 118), 17));
  return (
    <svg viewBox="-240 -240 480 480" aria-hidden="true" className={className}>
      <path className="fill-none stroke-flow [vector-effect:non-scaling-stroke]" d={lines.join("")} />
      <circle r="74" className="fill-ground stroke-ink [vector-effect:non-scaling-stroke]" />
      {vanes.map((d, i) => (
        <path key={i * 72} d={d} className={i === 0 ? "fill-accent" : "fill-ink"} />
      ))}
    </svg>
  );
}
