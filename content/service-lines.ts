// The service lines that deals are offered. An imported file may name others.
export const serviceLines = ["RLCT", "Publisher", "Workshops"] as const;
