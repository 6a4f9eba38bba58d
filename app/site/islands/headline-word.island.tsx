import { useRef } from "react";
import { headlineClock, headlineWords } from "./headline-clock.ts";
import { useClockState, useStillness } from "./use-clock.ts";

/** The rotating word of the home page's headline. Screen readers get the whole list once, beside the headline. */
export function HeadlineWord() {
  const area = useRef<HTMLSpanElement>(null);
  useStillness(headlineClock, area);
  const { index, fading } = useClockState(headlineClock);
  return (
    <span
      ref={area}
      data-headline-word=""
      aria-live="off"
      className={`block whitespace-nowrap transition-opacity duration-300 ease-swap ${fading ? "opacity-0" : ""}`}
    >
      {headlineWords[index]}
    </span>
  );
}
