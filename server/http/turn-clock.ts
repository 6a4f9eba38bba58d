// One look at the clock for all that happens in one turn of the event loop. Right behind a write to a socket a look costs
// 3 to 6 µs on the machine of bench/RESULTS.md, a sixth of a page answered from memory.
let now = 0;

/** Milliseconds since 1970 when this turn first asked. */
export function turnTime(): number {
  if (now === 0) {
    now = Date.now();
    setImmediate(forget);
  }
  return now;
}

const forget = () => (now = 0);
