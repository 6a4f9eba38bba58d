// Loaded before the product: tells the bench what lives after a collection. Resident memory alone follows how much room V8 gives
// its young objects, which steps up and down by tens of megabytes under load.
export interface Memory {
  /** What the program still holds, in MB. */
  live: number;
  /** What of the process is in RAM, in MB. */
  resident: number;
}

const { gc } = globalThis;
if (!gc) throw new Error("tell-memory.ts needs node --expose-gc");

process.on("message", () => {
  gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send?.({ live: (heapUsed + external) / 1e6, resident: rss / 1e6 } satisfies Memory);
});
// Listening must not keep a stopped product alive.
process.channel?.unref();
