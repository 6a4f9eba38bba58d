import { vi } from "vitest";

/** Tries again until it does not throw; as patient as expect.poll (vitest.config.ts), while vi.waitFor by itself gives up after a second. */
export const eventually = <T>(attempt: () => T | Promise<T>, interval = 20): Promise<T> =>
  vi.waitFor(attempt, { timeout: 30_000, interval });
