// What the database tells of a record's history.
import type { Changes } from "#domain/module.ts";

/** A record that has a timeline: "account", "contact", "deal", "inquiry". */
export interface Place {
  type: "account" | "contact" | "deal" | "inquiry";
  id: string;
}

export interface Note {
  id: string;
  body: string;
  pinned: boolean;
  author_id: string | null;
  created_at: string;
  edited_at: string | null;
}

export interface Entry {
  id: number;
  at: string;
  /** The office's day, and how many days ago that is there. */
  day: string;
  days_ago: number;
  /** "08:54", by the office's clock. */
  clock: string;
  kind: string;
  shown_as: Group;
  actor_id: string | null;
  actor_name: string | null;
  record_type: string;
  record_id: string | null;
  record_name: string | null;
  account_id: string | null;
  contact_id: string | null;
  contact_name: string | null;
  contact_gone: boolean;
  changes: Changes | null;
  /** Names of records that changes point to. */
  names: Readonly<Record<string, string>> | null;
  note: Note | null;
}

export const groups = ["notes", "changes", "tasks", "inquiries", "stages"] as const;
export type Group = (typeof groups)[number];
