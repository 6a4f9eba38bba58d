// What a calendar is opened with: sealed with the server's key, bound to the calendar, never given to a screen.
import * as z from "zod";
import type { Sql, Statements } from "#server/platform/database/sql.ts";
import type { SealedTable } from "#server/platform/reseal.ts";
import type { Sealing } from "#server/platform/sealed.ts";
import { CalendarFailed } from "./caldav.ts";

const secretSchema = z.union([
  z.object({ kind: z.literal("caldav"), url: z.string(), user: z.string(), password: z.string() }),
  z.object({ kind: z.literal("ics"), url: z.string() }),
  // Of a service: the same sign-in for each calendar of the account.
  z.object({ kind: z.enum(["google", "microsoft"]), account: z.string(), refresh_token: z.string() }),
]);
export type CalendarSecret = z.infer<typeof secretSchema>;

const purposeOf = (calendar: string) => `calendar ${calendar}`;

export const calendarSecrets: SealedTable = {
  table: "private.calendar_secrets",
  key: ["calendar_id"],
  called: "select format('the calendar %s', name) from public.calendars where id = calendar_id",
  purposeOf: ({ calendar_id: calendar }) => purposeOf(calendar!),
};

/** Of the state that a service gives back. */
export const purposeOfSignIn = (stateKey: string) => `calendar sign-in ${stateKey}`;

export const calendarSignIns: SealedTable = {
  table: "private.calendar_sign_ins",
  key: ["state_key"],
  called: "format('a sign-in to %s that has begun', kind)",
  purposeOf: ({ state_key: stateKey }) => purposeOfSignIn(stateKey!),
};

export async function keepSecret(
  sql: Statements,
  sealing: Sealing,
  calendar: string,
  secret: CalendarSecret,
): Promise<void> {
  const { keyId, nonce, sealed } = sealing.seal(purposeOf(calendar), JSON.stringify(secret));
  await sql`
    insert into private.calendar_secrets (calendar_id, key_id, nonce, sealed) values (${calendar}, ${keyId}, ${nonce}, ${sealed})
    on conflict (calendar_id) do update set key_id = excluded.key_id, nonce = excluded.nonce, sealed = excluded.sealed`;
}

export type ServiceSecret = Extract<CalendarSecret, { account: string }>;

/** A sign-in of a service that was renewed, for each calendar of the account. */
export async function renewServiceSecret(
  sql: Sql,
  sealing: Sealing,
  staff: string,
  secret: ServiceSecret,
): Promise<void> {
  await sql.begin(async (within) => {
    const rows = await within<{ id: string }[]>`
      select id from public.calendars where staff_id = ${staff} and kind = ${secret.kind} and username = ${secret.account} and state <> 'removed' order by id for update`;
    for (const { id } of rows) await keepSecret(within, sealing, id, secret);
  });
}

/** A database that was restored without its key: the owner signs in again. */
export async function openSecret(sql: Sql | Statements, sealing: Sealing, calendar: string): Promise<CalendarSecret> {
  const [row] = await sql<{ key_id: string; nonce: Buffer; sealed: Buffer }[]>`
    select key_id, nonce, sealed from private.calendar_secrets where calendar_id = ${calendar}`;
  const text = row && sealing.open(purposeOf(calendar), { keyId: row.key_id, nonce: row.nonce, sealed: row.sealed });
  if (!text) throw new CalendarFailed("signed out", "key missing");
  return secretSchema.parse(JSON.parse(text));
}
