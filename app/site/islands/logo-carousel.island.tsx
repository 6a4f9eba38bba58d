import type { ClientLogo } from "#content/clients.ts";
import { useRef, useState } from "react";
import { ClientMark } from "../sections/client-mark.tsx";
import { PauseButton } from "./pause-button.tsx";
import { useClockState, useOwnClock, useStillness } from "./use-clock.ts";

const mostPerView = 5;
const swipeDistance = 40;

/**
 * One logo on every 3000 ms, aligned to the start, in a loop; 3 per view, 5 from `md`. Once it has moved, the first
 * five stand again at the end, so that the step from the last logo to the first looks like any other; then the track jumps back unseen.
 */
export function LogoCarousel({ clients }: { clients: readonly ClientLogo[] }) {
  // The clock counts on for ever; where the track stands is the remainder.
  const clock = useOwnClock({ count: Number.POSITIVE_INFINITY, every: 3000, fade: 0 });
  const area = useRef<HTMLDivElement>(null);
  useStillness(clock, area);
  const { index } = useClockState(clock);
  const [rewoundAt, setRewoundAt] = useState(0);
  const swipeFrom = useRef(0);

  const around = index % clients.length === 0;
  const rewound = around && rewoundAt === index;
  const place = around && !rewound ? clients.length : index % clients.length;
  const swiped = (distance: number) => {
    if (Math.abs(distance) >= swipeDistance) clock.jump(Math.max(0, index + (distance < 0 ? 1 : -1)));
  };

  return (
    <div ref={area} className="contents">
      <div
        className="touch-pan-y overflow-hidden max-xl:col-span-2 max-xl:row-start-2"
        onPointerDown={(event) => {
          swipeFrom.current = event.clientX;
        }}
        onPointerUp={(event) => swiped(event.clientX - swipeFrom.current)}
      >
        <ul
          onTransitionEnd={() => around && setRewoundAt(index)}
          style={{ "--at": place } as React.CSSProperties}
          className={`grid translate-x-[calc(var(--at)*-100%/3)] auto-cols-[calc(100%/3)] grid-flow-col items-center md:translate-x-[calc(var(--at)*-100%/5)] md:auto-cols-[calc(100%/5)] ${rewound ? "" : "transition-[translate] duration-600 ease-flow"}`}
        >
          {[...clients, ...clients.slice(0, index === 0 ? 0 : mostPerView)].map((client, slot) => (
            <li key={slot} aria-hidden={slot >= clients.length} className="pr-2 sm:pr-6">
              <ClientMark client={client} stacks />
            </li>
          ))}
        </ul>
      </div>
      <PauseButton clock={clock} what="logo carousel" className="max-xl:col-start-2 max-xl:row-start-1" />
    </div>
  );
}
