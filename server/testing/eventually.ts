import { vi } from "vitest";

/** Tries again until it does not throw. Patient: on a busy machine a start of the server alone can take half a minute; vi.waitFor by itself gives up after a second. */
export const eventually = <T>(attempt: () => T | Promise<T>, interval = 20): Promise<T> =>
  vi.waitFor(attempt, { timeout: 90_000, interval });
