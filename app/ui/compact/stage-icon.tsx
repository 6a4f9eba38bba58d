import { classNames } from "../class-names.ts";

// The vane that turns as a deal commits: level when it is new, upright when it is won. Level and hollow is lost.
const preset: Readonly<Record<string, number>> = { new: 0, discovery: 18, proposal: 38, negotiation: 60, won: 84 };

/** Degrees for a stage: those of the presets, or by its place among the open ones. */
export const stageAngle = (key: string, place: number, of: number): number =>
  preset[key] ?? Math.round((60 * place) / Math.max(of - 1, 1));

/** Decorative: the stage's name is beside it. */
export const StageIcon = ({
  angle,
  hollow = false,
  className,
}: {
  angle: number;
  hollow?: boolean;
  className?: string | undefined;
}) => (
  <svg viewBox="-12 -12 24 24" aria-hidden="true" className={classNames("size-5 shrink-0", className)}>
    <path
      transform={`rotate(${-angle})`}
      className={hollow ? "fill-none stroke-control stroke-[1.4]" : "fill-current"}
      d="M-10.5 .8C-10 -2.4-6 -3.8-1.5-3.2C3.5-2.5 7.5-.8 10.5 1.4C5.5 .4 0 .1-4 1.1C-7.2 2-10.2 3-10.5 .8z"
    />
  </svg>
);
