import { classNames } from "../../ui/class-names.ts";

/** A true sequence: numbered discs on one line, side by side from `lg`, down the page below. */
export function Steps({
  steps,
  heading: Heading = "h3",
}: {
  steps: readonly { title: string; text: string }[];
  heading?: "h2" | "h3";
}) {
  return (
    <ol className="grid gap-x-gap gap-y-7 lg:auto-cols-fr lg:grid-flow-col">
      {steps.map(({ title, text }, index) => {
        const last = index === steps.length - 1;
        return (
          <li key={title} className="relative pl-14 lg:pt-14 lg:pl-0">
            <span
              aria-hidden="true"
              className="serif absolute top-0 left-0 z-1 grid size-9 place-items-center rounded-full border border-ink bg-ground text-lg leading-none"
            >
              {index + 1}
            </span>
            <span
              aria-hidden="true"
              className={classNames(
                "absolute top-9 -bottom-7 left-4.5 w-px lg:top-4.5 lg:bottom-auto lg:left-9 lg:h-px lg:w-auto",
                last
                  ? "hidden bg-[linear-gradient(90deg,var(--control),transparent)] lg:right-0 lg:block"
                  : "bg-control lg:-right-gap",
              )}
            />
            <Heading className="text-head">{title}</Heading>
            <p className="mt-2 text-muted">{text}</p>
          </li>
        );
      })}
    </ol>
  );
}
