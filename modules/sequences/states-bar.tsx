// People by state, to scale, always with the numbers beside it.
import { classNames } from "#app/ui/class-names.ts";
import { type ShownState, shownStates, shownWords } from "./sequence.ts";

const fills: Record<ShownState, string> = {
  active: "bg-ink",
  waiting: "bg-flow shadow-[inset_0_0_0_1px_var(--control)]",
  paused: "bg-dev-bg shadow-[inset_0_0_0_1px_var(--dev)]",
  finished: "bg-nil shadow-[inset_0_0_0_1px_var(--control)]",
  replied: "bg-live",
  stopped:
    "bg-[repeating-linear-gradient(115deg,var(--control)_0_1px,transparent_1px_4px)] shadow-[inset_0_0_0_1px_var(--control)]",
};

const fillOf = (state: ShownState) => classNames("block forced-colors:[forced-color-adjust:none]", fills[state]);

export const Swatch = ({ state }: { state: ShownState }) => (
  <i aria-hidden="true" className={classNames("size-3 shrink-0", fillOf(state))} />
);

export function StatesBar({ counts }: { counts: Record<ShownState, number> }) {
  const shown = shownStates.filter((state) => counts[state] > 0);
  return (
    <span>
      <span className="sr-only">
        {shownStates.map((state) => `${counts[state]} ${shownWords[state].toLowerCase()}`).join(", ")}
      </span>
      <span aria-hidden="true" className="flex h-2.5 w-full gap-px">
        {shown.map((state) => (
          <i
            key={state}
            style={{ flex: `${counts[state]} 1 0` }}
            className={classNames("h-full min-w-0.5", fillOf(state))}
          />
        ))}
      </span>
    </span>
  );
}

export const StatesKey = () => (
  <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
    {shownStates.map((state) => (
      <li key={state} className="flex items-center gap-1.5">
        <Swatch state={state} />
        {shownWords[state]}
      </li>
    ))}
  </ul>
);
