// Names what a button with only an icon does: after 700 ms of hover, at once on keyboard focus; within 300 ms of the last one
// closing the next opens at once. One for the whole back office, so that a list of 200 rows does not carry 400 of them.
import { useEffect, useRef, useState } from "react";
import { Tooltip, TooltipTriggerStateContext } from "react-aria-components/Tooltip";
import { waitFor } from "../tooltip-timing.ts";
import { useTopLayer } from "./top-layer.tsx";

/** When it opens and closes is decided below, by where the pointer and the focus are. */
const nothing = () => {};
const iconButton = "[data-icon-button][aria-label]";

export function IconTips() {
  const trigger = useRef<Element | null>(null);
  const [text, setText] = useState<string | null>(null);
  const { layer, raise } = useTopLayer();

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let closedAt = Number.NEGATIVE_INFINITY;
    const shown = () => trigger.current !== null;
    const close = () => {
      clearTimeout(timer);
      if (shown()) closedAt = performance.now();
      trigger.current = null;
      setText(null);
    };
    const open = (button: Element, delay: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (!button.isConnected) return;
        trigger.current = button;
        raise();
        setText(button.getAttribute("aria-label"));
      }, delay);
    };
    const buttonAt = (event: Event) => (event.target instanceof Element ? event.target.closest(iconButton) : null);
    const onPointerOver = (event: PointerEvent) => {
      const button = buttonAt(event);
      if (button === trigger.current && button) return;
      if (shown()) close();
      clearTimeout(timer);
      if (button && event.pointerType !== "touch") open(button, waitFor(performance.now(), closedAt));
    };
    const onFocus = (event: FocusEvent) => {
      const button = buttonAt(event);
      if (button?.matches(":focus-visible")) open(button, 0);
    };
    const onKey = (event: KeyboardEvent) => event.key === "Escape" && close();
    const listeners = [
      ["pointerover", onPointerOver],
      ["focusin", onFocus],
      ["focusout", close],
      ["pointerdown", close],
      ["scroll", close],
      ["keydown", onKey],
    ] as const;
    for (const [name, listener] of listeners) document.addEventListener(name, listener as EventListener, true);
    return () => {
      clearTimeout(timer);
      for (const [name, listener] of listeners) document.removeEventListener(name, listener as EventListener, true);
    };
  }, [raise]);

  return layer(
    <TooltipTriggerStateContext
      value={{ isOpen: text !== null, shouldSkipAnimation: true, open: nothing, close: nothing }}
    >
      <Tooltip
        triggerRef={trigger}
        offset={6}
        className="pointer-events-none max-w-72 rounded-1 bg-solid px-2.25 py-1.25 text-caption text-on-solid shadow-2"
      >
        {text}
      </Tooltip>
    </TooltipTriggerStateContext>,
  );
}
