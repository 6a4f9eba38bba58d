import { classNames } from "./class-names.ts";

// One vane of a cascade; the mark is three of them, the middle one vermilion.
const vane =
  "c-1-2.3-2.3-4.6-4.1-6.4c-1.6-1.8-3.7-3.3-5.9-4.3c-1.7-.8-3.6-1.3-5.6-1.4c-.8-.1-1.7-.1-2.5 .3c-.1 0-.3 .1-.4 .2c0 0-.1 .1-.1 .2c0 0 0 .1 0 .1c.1 .1 .2 .2 .3 .2c1 .8 2.4 .8 3.7 1.2c3.4 .9 6.7 2.3 9.6 4.5c1.9 1.5 3.5 3.4 5 5.4z";

export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 26 26" aria-hidden="true" className={classNames("shrink-0 fill-current", className)}>
      <path d={`M21.6 13${vane}`} />
      <path d={`M21.6 19.8${vane}`} className="fill-accent" />
      <path d={`M21.6 26.6${vane}`} />
    </svg>
  );
}

/** Mark and wordmark. Wrap it in the link; `name` is the brand's text. */
export function Logo({ name, size = "page" }: { name: string; size?: "page" | "compact" }) {
  const page = size === "page";
  return (
    <span
      className={classNames(
        "serif inline-flex items-center leading-none tracking-[-0.025em]",
        page ? "gap-2.5 text-[1.625rem]" : "gap-2 text-[1.3125rem]",
      )}
    >
      <Mark className={page ? "size-7" : "size-6"} />
      {name}
    </span>
  );
}
