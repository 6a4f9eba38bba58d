// The flow drawings as components. All are decorative unless `label` says what they show.
import { useId } from "react";
import { classNames } from "../../ui/class-names.ts";
import { aerofoilFlow } from "./aerofoil-flow.ts";
import { cascadeFlow, type CascadeOptions, repeatAt } from "./cascade-flow.ts";
import { confluenceFlow, type FlowName, namedFlow, stripFlow } from "./other-flows.ts";
import { remembered } from "./remembered.ts";
import { streetFlow } from "./street-flow.ts";

const [aerofoil, cascade, named] = [remembered(aerofoilFlow), remembered(cascadeFlow), remembered(namedFlow)];

interface Drawing {
  className?: string | undefined;
  /** How the drawing meets a box of another shape, as in SVG. */
  fit?: string | undefined;
}

export const lineClass = "fill-none stroke-flow [vector-effect:non-scaling-stroke]";
export const vaneClass = "fill-ink transition-[fill] duration-300 ease-swap";

const Lines = ({ paths }: { paths: readonly string[] }) => <path className={lineClass} d={paths.join("")} />;

const Bodies = ({ bodies }: { bodies: readonly (readonly [number, number, number])[] }) =>
  bodies.map(([x, y, radius]) => <circle key={`${x} ${y}`} className="fill-ink" cx={x} cy={y} r={radius} />);

/** Parallel flow turned by one row of vanes. `hot` makes one vane vermilion, at that share of the height. */
export function Cascade({
  className,
  fit = "xMidYMid slice",
  hot,
  ...flow
}: Drawing & CascadeOptions & { hot?: number }) {
  const { line, vane, lines, vanes } = cascade(flow);
  const target = flow.height * (hot ?? Number.NaN);
  const steering = vanes.reduce<number | undefined>(
    (best, y) => (best === undefined || Math.abs(y - target) < Math.abs(best - target) ? y : best),
    undefined,
  );
  const isHot = (y: number) => hot !== undefined && y === steering;
  const parts = [
    { className: lineClass, d: repeatAt(lines, line) },
    {
      className: "fill-ink",
      d: repeatAt(
        vanes.filter((y) => !isHot(y)),
        vane,
      ),
    },
    { className: "fill-accent", d: repeatAt(vanes.filter(isHot), vane) },
  ];
  return (
    <svg
      viewBox={`0 0 ${flow.width} ${flow.height}`}
      preserveAspectRatio={fit}
      aria-hidden="true"
      className={className}
    >
      {/* Long, but the same again and again: compressed it is short, and stays in the page. */}
      {parts.map(({ className: color, d }) => d !== "" && <path key={color} data-repeats="" className={color} d={d} />)}
    </svg>
  );
}

/** Vanes opening from shut to full across the page; the ninth from the end is vermilion. */
export function Strip({
  className,
  width = 1440,
  height = 128,
  count = 40,
}: Drawing & { width?: number; height?: number; count?: number }) {
  const id = useId();
  const { vane, places } = stripFlow({ width, height, count });
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={className}
    >
      <defs>
        <path id={id} d={vane} />
      </defs>
      {places.map(({ x, y, angle }, index) => (
        <use
          key={x}
          href={`#${id}`}
          transform={`translate(${x} ${y}) rotate(${angle})`}
          className={index === count - 9 ? "fill-accent" : "fill-ink"}
        />
      ))}
    </svg>
  );
}

/** Two streams interleave, then one leaves. */
export function Confluence({ className, label }: Drawing & { label: string }) {
  const { yours, ours } = confluenceFlow();
  const stream = "fill-none [stroke-width:1.25] [vector-effect:non-scaling-stroke]";
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an inline drawing cannot be an <img>: it follows the field's colors
    <svg viewBox="0 0 1440 420" preserveAspectRatio="none" role="img" aria-label={label} className={className}>
      <path className={classNames(stream, "stroke-ink")} d={yours.join("")} />
      <path className={classNames(stream, "stroke-accent")} d={ours.join("")} />
    </svg>
  );
}

/** One vane in a stream; the lines crowd where the work is done. `view` crops. */
export function Aerofoil({
  className,
  fit = "xMidYMid slice",
  view = "0 0 640 400",
  hot = false,
  ...flow
}: Drawing & { view?: string; hot?: boolean; angle?: number; gap?: number; width?: number }) {
  const { lines, body } = aerofoil(flow);
  return (
    <svg viewBox={view} preserveAspectRatio={fit} aria-hidden="true" className={className}>
      <Lines paths={lines} />
      <path className={hot ? "fill-accent" : "fill-ink"} d={body} />
    </svg>
  );
}

/** A named field, for article figures: cylinder, stagnation, network, lift. */
export function FlowFigure({
  name,
  className,
  fit = "xMidYMid slice",
  view = "0 0 640 400",
  ...flow
}: Drawing & { name: FlowName; view?: string; gap?: number; width?: number; height?: number }) {
  const { lines, bodies } = named(name, flow);
  return (
    <svg viewBox={view} preserveAspectRatio={fit} aria-hidden="true" className={className}>
      <Lines paths={lines} />
      <Bodies bodies={bodies} />
    </svg>
  );
}

/** The vortex street behind a blunt body: the 404 page. */
export function Street({ className, fit = "xMidYMid slice" }: Drawing) {
  const { lines, bodies } = streetFlow();
  return (
    <svg viewBox="0 0 1440 560" preserveAspectRatio={fit} aria-hidden="true" className={className}>
      <Lines paths={lines} />
      <Bodies bodies={bodies} />
    </svg>
  );
}
