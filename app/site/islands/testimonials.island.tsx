import type { Testimonial } from "#content/testimonials.ts";
import { useRef } from "react";
import { classNames } from "../../ui/class-names.ts";
import { PauseButton } from "./pause-button.tsx";
import { useClockState, useOwnClock, useStillness } from "./use-clock.ts";

/** Every 4000 ms the next quote, with a 300 ms fade; a dot jumps with the same fade. All quotes share one box, as high as the tallest. */
export function Testimonials({ testimonials }: { testimonials: readonly Testimonial[] }) {
  const clock = useOwnClock({ count: testimonials.length, every: 4000, fade: 300 });
  const area = useRef<HTMLDivElement>(null);
  useStillness(clock, area);
  const { index, fading } = useClockState(clock);
  return (
    <div ref={area} className="grid gap-x-gap gap-y-6 lg:columns-page lg:gap-y-10">
      <p className="text-small text-muted lg:col-span-3 lg:row-start-1">
        What clients say
        <br />
        {index + 1} of {testimonials.length}
      </p>
      <div className="grid lg:col-span-9">
        {testimonials.map(({ quote, author, title }, place) => (
          <figure
            key={author}
            aria-hidden={place !== index}
            className={classNames(
              "col-start-1 row-start-1 flex flex-col justify-between gap-8 transition-opacity duration-300 ease-swap lg:gap-10",
              place !== index && "invisible opacity-0",
              place === index && fading && "opacity-0",
            )}
          >
            <blockquote className="serif min-h-[4.4em] text-quote">{quote}</blockquote>
            <figcaption>
              <b className="block font-[650]">{author}</b>
              <span className="text-muted">{title}</span>
            </figcaption>
          </figure>
        ))}
      </div>
      <div className="needs-script -ml-2 flex items-center gap-1 lg:col-span-4 lg:col-start-9 lg:-mt-22 lg:ml-0 lg:justify-end">
        {testimonials.map(({ author }, place) => (
          <button
            key={author}
            type="button"
            aria-label={`Testimonial ${place + 1}`}
            aria-current={place === index}
            onClick={() => clock.jump(place)}
            className="group grid h-9 w-7 place-items-center"
          >
            <span className="size-2.5 rounded-full border-[1.5px] border-ink transition-[width] duration-300 ease-flow group-aria-[current=true]:w-6 group-aria-[current=true]:bg-ink" />
          </button>
        ))}
        <PauseButton clock={clock} what="testimonials" />
      </div>
    </div>
  );
}
