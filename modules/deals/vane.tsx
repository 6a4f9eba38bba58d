import { classNames } from "#app/ui/class-names.ts";

/** The angle is the stage: it turns as a deal commits. */
export function Vane({ angle, className }: { angle: number; className?: string }) {
  return (
    <svg viewBox="-12 -12 24 24" aria-hidden="true" className={classNames("size-4.5 shrink-0 fill-current", className)}>
      <path
        transform={`rotate(${-angle})`}
        d="M-10.5 .8C-10 -2.4-6 -3.8-1.5-3.2C3.5-2.5 7.5-.8 10.5 1.4C5.5 .4 0 .1-4 1.1C-7.2 2-10.2 3-10.5 .8z"
      />
    </svg>
  );
}
