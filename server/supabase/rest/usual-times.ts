// How long a statement takes in PostgreSQL itself, learned as it runs: up at once, down slowly.
const shortMs = 20;

export interface UsualTimes {
  /** False for what is not known. */
  isShort(text: string): boolean;
  note(text: string, ms: number): void;
  forget(text: string): void;
}

/** As many as there are prepared statements, which are bounded. */
export function createUsualTimes(): UsualTimes {
  const times = new Map<string, number>();
  return {
    isShort: (text) => (times.get(text) ?? Infinity) < shortMs,
    note(text, ms) {
      if (Number.isNaN(ms)) return;
      const known = times.get(text) ?? ms;
      times.set(text, Math.max(ms, known * 0.9 + ms * 0.1));
    },
    forget: (text) => void times.delete(text),
  };
}
