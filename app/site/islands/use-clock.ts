import { type RefObject, useEffect, useState, useSyncExternalStore } from "react";
import { type Clock, type ClockState, createClock, type Hold } from "./clock.ts";

/** A clock of the component's own. */
export const useOwnClock = (options: Parameters<typeof createClock>[0]) => useState(() => createClock(options))[0];

/** What the page was built with; another island may have moved a shared clock on before this one wakes. */
const atBuild: ClockState = { index: 0, fading: false, paused: false };

export const useClockState = (clock: Clock) => useSyncExternalStore(clock.subscribe, clock.state, () => atBuild);

/**
 * Holds the clock while the pointer or the keyboard's focus is inside `area`, the tab is hidden, or the visitor wants no
 * motion. A click or a tap leaves focus behind as well, but no one reads there then: it must not stop the clock for good.
 */
export function useStillness(clock: Clock, area: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const set = (reason: Hold, on: boolean) => (on ? clock.hold(reason) : clock.release(reason));
    const calm = matchMedia("(prefers-reduced-motion: reduce)");
    const hidden = () => set("hidden tab", document.hidden);
    const reduced = () => set("reduced motion", calm.matches);
    hidden();
    reduced();
    const events = new AbortController();
    const { signal } = events;
    document.addEventListener("visibilitychange", hidden, { signal });
    calm.addEventListener("change", reduced, { signal });
    area.current?.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && clock.hold("pointer"), {
      signal,
    });
    area.current?.addEventListener("pointerleave", () => clock.release("pointer"), { signal });
    area.current?.addEventListener(
      "focusin",
      ({ target }) => (target as Element).matches(":focus-visible") && clock.hold("focus"),
      { signal },
    );
    area.current?.addEventListener("focusout", () => clock.release("focus"), { signal });
    return () => events.abort();
  }, [clock, area]);
}
