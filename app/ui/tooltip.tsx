// Opens after 700 ms of hover, at once on keyboard focus; within 300 ms of the last one closing the next opens at once.
import { type ReactNode, useEffect, useId, useRef } from "react";
import { waitFor } from "./tooltip-timing.ts";

let closedAt = Number.NEGATIVE_INFINITY;

/** `children` is the thing explained; it must be focusable for keyboard users. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const tip = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    anchor.current?.firstElementChild?.setAttribute("aria-describedby", id);
    return () => clearTimeout(timer.current);
  }, [id]);

  const show = () => {
    const [around, box] = [anchor.current?.firstElementChild ?? anchor.current, tip.current];
    if (!around || !box || box.matches(":popover-open")) return;
    box.showPopover();
    const target = around.getBoundingClientRect();
    const left = target.left + target.width / 2 - box.offsetWidth / 2;
    box.style.left = `${Math.max(8, Math.min(left, innerWidth - box.offsetWidth - 8))}px`;
    const above = target.top - box.offsetHeight - 8;
    box.style.top = `${above < 8 ? target.bottom + 8 : above}px`;
  };
  const open = (delay: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(show, delay);
  };
  const close = () => {
    clearTimeout(timer.current);
    if (!tip.current?.matches(":popover-open")) return;
    tip.current.hidePopover();
    closedAt = performance.now();
  };

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- listens for its child, which is the control */}
      <span
        ref={anchor}
        className="contents"
        onPointerEnter={(event) => event.pointerType !== "touch" && open(waitFor(performance.now(), closedAt))}
        onPointerLeave={close}
        onPointerDown={close}
        onFocus={(event) => event.target.matches(":focus-visible") && open(0)}
        onBlur={close}
        onKeyDown={(event) => event.key === "Escape" && close()}
      >
        {children}
      </span>
      <span
        ref={tip}
        id={id}
        role="tooltip"
        popover="manual"
        className="pointer-events-none fixed inset-auto m-0 max-w-72 rounded-1 bg-solid px-2.25 py-1.25 text-caption text-on-solid shadow-2"
      >
        {text}
      </span>
    </>
  );
}
