// Where people choose a time with us: our own page, or the contact page with what it shows for that.
import { bookingSubject } from "#content/subjects.ts";
import type { Statements } from "./database/sql.ts";

export async function bookingUrl(sql: Statements, siteUrl: string): Promise<string> {
  const [row] = await sql<{ slug: string | null }[]>`
    select max(answer) as slug from private.call_hooks('booking page of subject', ${bookingSubject}) as answer`;
  return row?.slug
    ? `${siteUrl}/book/${row.slug}`
    : `${siteUrl}/contact?${new URLSearchParams({ subject: bookingSubject })}`;
}
