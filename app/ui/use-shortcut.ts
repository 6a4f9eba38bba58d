// Keys of the back office. Single keys can be switched off, for people whose tools send them unasked.
import { useEffectEvent, useLayoutEffect, useState } from "react";

const storageKey = "single-key-shortcuts";
/** For lists that listen themselves. */
export const singleKeysAreOn = () => {
  try {
    return localStorage.getItem(storageKey) !== "off";
  } catch {
    return true;
  }
};

export function useSingleKeySetting() {
  const [on, setOn] = useState(singleKeysAreOn);
  const change = (next: boolean) => {
    setOn(next);
    try {
      localStorage.setItem(storageKey, next ? "on" : "off");
    } catch {
      // Storage is blocked: the choice holds for this page.
    }
  };
  return [on, change] as const;
}

/** In a field that can be seen: one of a dialog that has just closed has the focus for a moment longer. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName)) &&
  target.checkVisibility();

/** Keys are for what is open, also while it loads: a dialog above everything, or a popover that has the focus. */
const isInOpened = (target: EventTarget | null) =>
  document.querySelector("dialog[open]") !== null ||
  (target instanceof Element && target.closest("[role=dialog]") !== null);

/** `key` is "/" and the like, or "mod+k". Single keys rest while someone types or a dialog is open. */
export function useShortcut(key: string, action: () => void) {
  const act = useEffectEvent(action);
  // With the first paint, so that anyone who sees the page can already use its keys.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      if (key === "mod+k") {
        if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== "k") return;
      } else {
        if (event.key.toLowerCase() !== key || event.ctrlKey || event.metaKey || event.altKey) return;
        if (isTyping(event.target) || isInOpened(event.target) || !singleKeysAreOn()) return;
      }
      event.preventDefault();
      act();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [key]);
}

/** Two keys one after the other within a second, such as "g" and "n". */
export function useKeySequence(first: string, second: string, action: () => void) {
  const act = useEffectEvent(action);
  useLayoutEffect(() => {
    let begun = 0;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (isTyping(event.target) || isInOpened(event.target) || !singleKeysAreOn()) return;
      const key = event.key.toLowerCase();
      if (key === second && event.timeStamp - begun < 1000) {
        // Before the page's own keys: N alone is something else.
        event.preventDefault();
        event.stopImmediatePropagation();
        begun = 0;
        act();
      } else begun = key === first ? event.timeStamp : 0;
    };
    window.addEventListener("keydown", onKeyDown, { capture: true });
    return () => window.removeEventListener("keydown", onKeyDown, { capture: true });
  }, [first, second]);
}
