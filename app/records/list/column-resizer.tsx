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
  /** Null: its share of the table. */
  width: number | undefined;
  onResize: (width: number) => void;
}) {
  const edge = useRef<HTMLDivElement>(null);
  const measured = () => edge.current?.closest("th")?.getBoundingClientRect().width ?? width ?? 150;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator that has the focus is a slider
    <div
      ref={edge}
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${label}`}
      aria-valuenow={width ?? 150}
      aria-valuemin={least}
      aria-valuemax={most}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
      tabIndex={0}
      onPointerDown={(event) => {
        event.preventDefault();
        const handle = event.currentTarget;
        const begun = measured() - event.clientX;
        handle.setPointerCapture(event.pointerId);
        handle.onpointermove = (move) => onResize(within(begun + move.clientX));
        handle.onpointerup = () => {
          handle.onpointermove = null;
          handle.onpointerup = null;
        };
      }}
      onKeyDown={(event) => {
        const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
        if (step === 0) return;
        event.preventDefault();
        onResize(within(measured() + step * (event.shiftKey ? 50 : 10)));
      }}
      className="absolute inset-y-1 right-0 w-2 cursor-col-resize touch-none border-r-2 border-transparent hover:border-control focus-visible:border-focus focus-visible:outline-none"
    />
  );
}
