import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createClock } from "./clock.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const started = (options: Parameters<typeof createClock>[0]) => {
  const clock = createClock(options);
  clock.subscribe(() => {});
  return clock;
};

test("every 5000 ms it fades out, swaps after 300 ms and fades in", () => {
  const clock = started({ count: 10, every: 5000, fade: 300 });
  vi.advanceTimersByTime(4999);
  expect(clock.state()).toMatchObject({ index: 0, fading: false });
  vi.advanceTimersByTime(1);
  expect(clock.state()).toMatchObject({ index: 0, fading: true });
  vi.advanceTimersByTime(299);
  expect(clock.state()).toMatchObject({ index: 0, fading: true });
  vi.advanceTimersByTime(1);
  expect(clock.state()).toMatchObject({ index: 1, fading: false });
  vi.advanceTimersByTime(4700);
  expect(clock.state().fading).toBe(true);
});

test("it goes through all steps in order and cycles", () => {
  const clock = started({ count: 10, every: 5000, fade: 300 });
  const seen: number[] = [];
  for (let step = 0; step < 11; step++) {
    seen.push(clock.state().index);
    vi.advanceTimersByTime(step === 0 ? 5300 : 5000);
  }
  expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0]);
});

test("a jump fades the same way and restarts the interval", () => {
  const clock = started({ count: 6, every: 4000, fade: 300 });
  vi.advanceTimersByTime(3000);
  clock.jump(4);
  expect(clock.state().fading).toBe(true);
  vi.advanceTimersByTime(300);
  expect(clock.state()).toMatchObject({ index: 4, fading: false });
  vi.advanceTimersByTime(3699);
  expect(clock.state().fading).toBe(false);
  vi.advanceTimersByTime(301);
  expect(clock.state().index).toBe(5);
});

test.each(["visitor", "pointer", "focus", "hidden tab", "reduced motion"] as const)("it stands still: %s", (reason) => {
  const clock = started({ count: 6, every: 4000, fade: 300 });
  clock.hold(reason);
  vi.advanceTimersByTime(60_000);
  expect(clock.state().index).toBe(0);
  clock.release(reason);
  vi.advanceTimersByTime(4300);
  expect(clock.state().index).toBe(1);
});

test("it starts again only when the last hold is released", () => {
  const clock = started({ count: 6, every: 4000, fade: 300 });
  clock.hold("pointer");
  clock.hold("visitor");
  clock.release("pointer");
  vi.advanceTimersByTime(60_000);
  expect(clock.state()).toMatchObject({ index: 0, paused: true });
});

test("a dot still jumps while it stands still", () => {
  const clock = started({ count: 6, every: 4000, fade: 300 });
  clock.hold("reduced motion");
  clock.jump(3);
  vi.advanceTimersByTime(300);
  expect(clock.state().index).toBe(3);
});

test("nobody watches, nothing runs", () => {
  const clock = createClock({ count: 6, every: 4000, fade: 300 });
  const leave = clock.subscribe(() => {});
  leave();
  expect(vi.getTimerCount()).toBe(0);
});
