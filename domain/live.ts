// What servers tell open back offices at once, and what those tell of themselves.

/** No word of a record: readers ask for the record itself, and row level security decides. */
export interface LiveChange {
  table: string;
  /** To which it belongs: queries begin with this name, or with that of the table. */
  area?: string;
  /** `many`: too many to name; anything in the table may have changed. */
  op: "insert" | "update" | "delete" | "many";
  ids?: string[];
  /** Who, if it was a person. */
  by?: string;
  name?: string;
}

export interface Person {
  id: string;
  name: string;
}

/** Who is on a record now. */
export interface LivePresence {
  table: string;
  id: string;
  people: Person[];
}

export interface PresenceReport {
  table: string;
  id: string;
  /** One open window of the back office. */
  tab: string;
  /** False when it leaves the record. */
  here: boolean;
}

/** How often a window says that it is still there; one that was not heard of for `presenceMs` is gone. */
export const heartbeatMs = 4000;
export const presenceMs = 10_000;
/** How often a server writes into a stream that has nothing to say. */
export const pingMs = 20_000;
