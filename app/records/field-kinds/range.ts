// A filter from here to there, in the address as "2026-01-01..2026-03-31"; either end may be open.

export interface Range {
  from: string;
  to: string;
}

export function splitRange(value: string): Range {
  const [from = "", to = ""] = value.split("..", 2);
  return { from, to };
}

export const joinRange = ({ from, to }: Range): string => (from || to ? `${from}..${to}` : "");
