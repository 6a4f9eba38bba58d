// The ring of vanes, centred in a box 3000 wide so that its stream can run far beyond the instrument.
import { bezelTicks, ringFlow, type RingOptions } from "./ring-flow.ts";
import { lineClass, vaneClass } from "./drawings.tsx";

export function Ring({
  className,
  bezel = false,
  view = "-1500 -1500 3000 3000",
  ...flow
}: RingOptions & { className?: string; bezel?: boolean; view?: string }) {
  const { lines, vanes } = ringFlow(flow);
  return (
    <svg viewBox={view} aria-hidden="true" className={className}>
      <path data-lines="" className={lineClass} d={lines.join("")} />
      {bezel && (
        <path
          className="fill-none stroke-ink [stroke-opacity:0.7] [vector-effect:non-scaling-stroke]"
          d={bezelTicks()}
        />
      )}
      {vanes.map(({ bearing, d }) => (
        <path key={bearing} data-bearing={bearing} className={vaneClass} d={d} />
      ))}
      <circle r="60" className="fill-ground stroke-ink [vector-effect:non-scaling-stroke]" />
    </svg>
  );
}
