// The ground of every chart: as wide as its panel, so that its type is always 12 px; a picture with a name; and over it one
// focusable place per mark. Tab reaches the chart once, arrows go from mark to mark, and each says its value.
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Link, type To } from "react-router";
import { stepFocus } from "#app/ui/arrow-keys.ts";

export interface Mark {
  key: string;
  /** "November 2026 so far: won $88,000, forecast $72,000": all that the mark shows. */
  spoken: string;
  /** To the rows behind it. */
  to: To;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Drawing {
  height: number;
  marks: readonly Mark[];
  picture: ReactNode;
}

/** The fill of what is possible, not certain. */
export function Hatch({ id }: { id: string }) {
  return (
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(25)">
      <path d="M0 0V6" className="stroke-control" strokeWidth="1.25" />
    </pattern>
  );
}

/** What a chart is drawn for: the width it has, and the name of its hatching. */
export function useChart() {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const id = useId();
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setWidth(Math.floor(element.clientWidth));
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return { box, width: Math.max(width, 240), measured: width > 0, hatch: `hatch${id.replace(/\W/g, "")}` };
}

export function ChartFrame({
  label,
  chart: { box, width, measured, hatch },
  drawn,
}: {
  /** One sentence with the main number. */
  label: string;
  chart: ReturnType<typeof useChart>;
  drawn: Drawing;
}) {
  const [at, setAt] = useState(0);
  const current = Math.min(at, Math.max(drawn.marks.length - 1, 0));
  const step = (event: KeyboardEvent<HTMLElement>) => {
    const next = stepFocus(event.key, current, drawn.marks.length);
    if (next === null) return;
    event.preventDefault();
    setAt(next);
    box.current?.querySelectorAll<HTMLElement>("[data-mark]")[next]?.focus();
  };
  const place = ({ x, y, width: wide, height }: Mark) => ({ left: x, top: y, width: wide, height });
  return (
    <div ref={box} className="relative min-w-0" style={{ minHeight: drawn.height }}>
      {measured && (
        <>
          <svg
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing cannot be an img element
            role="img"
            aria-label={label}
            viewBox={`0 0 ${width} ${drawn.height}`}
            width={width}
            height={drawn.height}
            className="block max-w-full overflow-visible fill-ink text-[12px] print:h-auto"
          >
            <defs>
              <Hatch id={hatch} />
            </defs>
            {drawn.picture}
          </svg>
          <ul aria-label={`${label} Values`} className="print:hidden">
            {drawn.marks.map((mark, index) => (
              <li key={mark.key}>
                <Link
                  to={mark.to}
                  preventScrollReset
                  aria-label={mark.spoken}
                  title={mark.spoken}
                  data-mark={mark.key}
                  tabIndex={index === current ? 0 : -1}
                  onKeyDown={step}
                  onFocus={() => setAt(index)}
                  style={place(mark)}
                  className="absolute block rounded-1 -outline-offset-1 hover:bg-shade"
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
