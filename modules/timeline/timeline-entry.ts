// What the database tells of a record's history.
import * as z from "zod/mini";
import { type MessageState, messageWords } from "#domain/message-states.ts";

/** A record that has a timeline: "account", "contact", "deal", "inquiry". */
export interface Place {
  type: "account" | "contact" | "deal" | "inquiry";
  id: string;
}

const noteSchema = z.object({
  id: z.string(),
  body: z.string(),
  pinned: z.boolean(),
  /** Colleagues that it names: user ids. */
  mentions: z.array(z.string()),
  author_id: z.nullable(z.string()),
  created_at: z.string(),
  edited_at: z.nullable(z.string()),
});
export type Note = z.output<typeof noteSchema>;

const mailSchema = z.object({
  text: z.string(),
  /** There is more, in the outbox. */
  cut: z.boolean(),
  /** Of an answer: who wrote it. */
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  state: z.nullable(z.enum(Object.keys(messageWords) as MessageState[])),
  held_by_safe: z.nullable(z.boolean()),
  files: z.number(),
});
export type Mail = z.output<typeof mailSchema>;

/** Of an entry, what comes as JSON. */
export const entryJsonSchema = z.object({
  changes: z.nullable(z.record(z.string(), z.unknown())),
  /** Names of records that changes point to. */
  names: z.nullable(z.record(z.string(), z.string())),
  note: z.nullable(noteSchema),
  /** The words of a mail that it tells of. */
  mail: z.nullable(mailSchema),
});

export interface Entry extends z.output<typeof entryJsonSchema> {
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
}

export const groups = ["notes", "changes", "tasks", "inquiries", "stages"] as const;
export type Group = (typeof groups)[number];
