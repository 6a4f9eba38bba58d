import type { Clock } from "pg-boss";

/** Time stands still for the queue: no poll, and no wait that ends. Work is done only if nothing has to wait for it. */
export const stoppedClock: Clock = {
  now: () => 0,
  setTimeout: () => null,
  clearTimeout: () => {},
  setInterval: () => null,
  clearInterval: () => {},
};
