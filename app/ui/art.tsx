import { classNames } from "./class-names.ts";

const boxes = {
  "ring-open": "-620 -450 900 900",
  "ring-soon": "-300 -300 600 600",
  "ring-shut": "-300 -300 600 600",
  still: "0 0 320 140",
  street: "0 0 1440 560",
} as const;

/** A drawing of tools/site-build/generate-art.ts, in the colours of the field it is in. */
export function Art({ name, className }: { name: keyof typeof boxes; className?: string }) {
  return (
    <svg
      viewBox={boxes[name]}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={classNames("overflow-hidden", className)}
    >
      <use href={`/art/${name}.svg#art`} />
    </svg>
  );
}
