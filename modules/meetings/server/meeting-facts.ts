// A meeting as its guest may know it (private.meeting_facts).
import { z } from "zod";
import type { Statements } from "#server/platform/database/sql.ts";

export const meetingFacts = z.object({
  id: z.string(),
  reference: z.string(),
  title: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  zone: z.string(),
  guest_zone: z.string().nullable(),
  locale: z.string().nullable(),
  place: z.enum(["video", "phone", "address", "theirs"]),
  place_detail: z.string().nullable(),
  state: z.enum([
    "requested",
    "awaiting_payment",
    "confirmed",
    "declined",
    "expired",
    "released",
    "cancelled",
    "met",
    "no_show",
  ]),
  held: z.boolean(),
  uid: z.string(),
  sequence: z.number(),
  moves: z.number(),
  cancelled_by: z.string().nullable(),
  changed_at: z.string(),
  answer_by: z.string().nullable(),
  office_zone: z.string(),
  hosts: z.array(z.string()),
  guest: z.object({ name: z.string(), address: z.string() }).nullable(),
  change_until: z.string(),
  max_moves: z.number(),
  page: z.string().nullable(),
  page_id: z.string().nullable(),
  page_state: z.string().nullable(),
  page_visibility: z.string().nullable(),
  is_paid_page: z.boolean().nullable(),
  price_minor: z.number().nullable(),
  currency: z.string().nullable(),
  payment_id: z.string().nullable(),
  source: z.string(),
});
export type MeetingFacts = z.infer<typeof meetingFacts>;

export async function readMeeting(sql: Statements, id: string): Promise<MeetingFacts | null> {
  const [row] = await sql<{ facts: unknown }[]>`select private.meeting_facts(${id}) as facts`;
  return row?.facts ? meetingFacts.parse(row.facts) : null;
}
