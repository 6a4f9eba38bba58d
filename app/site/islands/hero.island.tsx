// The first screen of the home page: the word and the ring stand apart but move together, and are fetched together.
import { useRef } from "react";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { headlineClock, headlineWords } from "./headline-clock.ts";
import { PauseButton } from "./pause-button.tsx";
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

export interface RingStep {
  icon: IconName;
  name: string;
  /** Degrees clockwise from twelve o'clock. */
  bearing: number;
}

/** The six steps round the ring; the pointer moves on with each headline word. CSS colours the vane of the current one. */
export function RingSteps({ steps }: { steps: readonly RingStep[] }) {
  const area = useRef<HTMLDivElement>(null);
  useStillness(headlineClock, area);
  const { index } = useClockState(headlineClock);
  // The pointer starts at research, one step after conversation, and takes one step per word.
  const current = (index + 1) % steps.length;
  const step = steps[current];
  return (
    <div ref={area} className="absolute inset-0">
      <ul aria-label="How an engagement runs" className="absolute inset-0">
        {steps.map(({ icon, name, bearing }, place) => (
          <li
            key={name}
            data-bearing={bearing}
            aria-current={place === current ? "step" : undefined}
            style={{ "--a": `${bearing}deg` } as React.CSSProperties}
            className="group absolute top-[calc(50%-42%*cos(var(--a)))] left-[calc(50%+42%*sin(var(--a)))] grid -translate-1/2 justify-items-center"
          >
            <span className="grid size-[clamp(2.75rem,4.6vw,4.25rem)] place-items-center rounded-full border border-ink bg-surface transition-[background-color,color,border-color] duration-300 group-aria-[current=step]:border-accent group-aria-[current=step]:bg-accent group-aria-[current=step]:text-on-accent">
              <Icon name={icon} className="size-[46%]" />
            </span>
            <span className="absolute top-[calc(100%+0.3rem)] bg-ground px-1.25 text-caption leading-[1.3] font-semibold">
              {name}
            </span>
          </li>
        ))}
      </ul>
      <p
        aria-hidden="true"
        className="font-display absolute inset-[39.5%] grid place-content-center text-center text-[clamp(0.9rem,1.35vw,1.3125rem)] leading-[1.05] max-[22rem]:text-xs tracking-[-0.015em]"
      >
        {step?.name}
        <small className="block font-sans text-xs leading-[1.3] font-medium tracking-normal text-muted">
          {step?.bearing}°
        </small>
      </p>
      <PauseButton
        clock={headlineClock}
        what="headline and ring"
        className="absolute right-0 bottom-0 max-sm:-bottom-6 rounded-br-[0.75rem] border border-line bg-ground hover:bg-surface"
      />
      <span className="sr-only">AI {headlineWords.join(", AI ")}.</span>
    </div>
  );
}
