import { useRef } from "react";

const least = 60;
const most = 800;
const within = (width: number) => Math.round(Math.min(most, Math.max(least, width)));

/** The edge of a heading: dragged, or moved by the arrow keys (10 pixels, 50 with Shift). */
export function ColumnResizer({
  label,
  width,
  onResize,
}: {
  label: string;
  /** Without one, its share of the table. */
  width: number | undefined;
  onResize: (width: number) => void;
}) {
  const edge = useRef<HTMLHRElement>(null);
  /** Where the heading would begin, were its edge at the pointer's zero. */
  const begun = useRef(0);
  const measured = () => edge.current?.closest("th")?.getBoundingClientRect().width ?? width ?? 150;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a line that can have the focus is a slider
    <hr
      ref={edge}
      aria-orientation="vertical"
      aria-label={`Width of ${label}`}
      aria-valuenow={width ?? 150}
      aria-valuemin={least}
      aria-valuemax={most}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
      tabIndex={0}
      onPointerDown={(event) => {
        event.preventDefault();
        begun.current = measured() - event.clientX;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) onResize(within(begun.current + event.clientX));
      }}
      onKeyDown={(event) => {
        const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
        if (step === 0) return;
        event.preventDefault();
        onResize(within(measured() + step * (event.shiftKey ? 50 : 10)));
      }}
      className="absolute inset-y-1 right-0 m-0 h-auto w-2 cursor-col-resize touch-none border-0 border-r-2 border-transparent hover:border-control focus-visible:border-focus focus-visible:outline-none"
    />
  );
}
