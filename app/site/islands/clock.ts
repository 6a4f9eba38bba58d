// The one clock behind everything that moves by itself: it steps, fades, jumps, and stands still while anyone holds it.

/** Why it stands still. The visitor's own pause outlives the others. */
export type Hold = "visitor" | "pointer" | "focus" | "hidden tab" | "reduced motion";

export interface ClockState {
  index: number;
  /** True while the old step fades out; the index changes when the fade ends. */
  fading: boolean;
  paused: boolean;
}

export interface Clock {
  subscribe(listener: () => void): () => void;
  state(): ClockState;
  jump(index: number): void;
  hold(reason: Hold): void;
  release(reason: Hold): void;
  isHeld(reason: Hold): boolean;
}

/** Every `every` ms: fade out, step after `fade` ms, fade in. It runs while somebody is subscribed and no one holds it. */
export function createClock({ count, every, fade }: { count: number; every: number; fade: number }): Clock {
  let state: ClockState = { index: 0, fading: false, paused: false };
  const listeners = new Set<() => void>();
  const holds = new Set<Hold>();
  let beat: ReturnType<typeof setInterval> | undefined;
  let swap: ReturnType<typeof setTimeout> | undefined;

  const set = (change: Partial<ClockState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const fadeTo = (index: number) => {
    clearTimeout(swap);
    set({ fading: true });
    swap = setTimeout(() => set({ index, fading: false }), fade);
  };
  const run = () => {
    clearInterval(beat);
    if (holds.size === 0 && listeners.size > 0) beat = setInterval(() => fadeTo((state.index + 1) % count), every);
  };
  const update = () => {
    const paused = holds.has("visitor") || holds.has("reduced motion");
    if (paused !== state.paused) set({ paused });
    run();
  };

  return {
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) run();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) {
          clearInterval(beat);
          clearTimeout(swap);
        }
      };
    },
    state: () => state,
    jump(index) {
      fadeTo(index);
      run();
    },
    hold(reason) {
      holds.add(reason);
      update();
    },
    release(reason) {
      holds.delete(reason);
      update();
    },
    isHeld: (reason) => holds.has(reason),
  };
}
