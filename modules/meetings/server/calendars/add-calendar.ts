// A calendar that was tested, stored with what opens it, in one step with what follows from it.
import type { Statements } from "#server/platform/database/sql.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Sealing } from "#server/platform/sealed.ts";
import { type CalendarSecret, keepSecret } from "./secrets.ts";

export const maxCalendars = 20;

export interface NewCalendar {
  kind: CalendarSecret["kind"];
  name: string;
  address: string;
  username: string;
  writes: boolean;
  /** Made for our meetings: never read as busy. */
  madeByUs?: boolean;
}

export async function addCalendar(
  within: Statements,
  { sealing, jobs }: { sealing: Sealing; jobs: Pick<Jobs, "wake"> },
  staff: string,
  { kind, name, address, username, writes, madeByUs = false }: NewCalendar,
  secret: CalendarSecret,
): Promise<string> {
  const [made] = await within<{ id: string }[]>`
    insert into public.calendars (staff_id, kind, name, address, username, writes, reads, made_by_us, state)
    values (${staff}, ${kind}, ${name.slice(0, 200)}, ${address}, ${username}, ${writes}, ${!madeByUs}, ${madeByUs}, 'checking') returning id`;
  await keepSecret(within, sealing, made!.id, secret);
  if (writes)
    await within`
      select private.want_copies(hosts.meeting_id) from public.meeting_people as hosts join public.meetings on meetings.id = hosts.meeting_id
      where hosts.staff_id = ${staff} and hosts.role = 'host' and meetings.ends_at > now()`;
  await jobs.wake("calendars", made!.id, within);
  return made!.id;
}
