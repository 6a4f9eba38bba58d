// Calendars of colleagues: read every five minutes and before a booking, written through the gate, and a feed of one's own meetings.
import { currentTime } from "#domain/clock.ts";
import type { ModuleRoutes, Platform } from "#server/platform/module-server.ts";
import { openSealing } from "#server/platform/sealed.ts";
import { createEntryReader } from "./calendars/entry-reader.ts";
import { type CalendarParts, readCalendar } from "./calendars/read-calendar.ts";
import { calendarRoutes } from "./calendars/routes.ts";
import { openServices, type ServiceAddresses } from "./calendars/services/services.ts";
import { signInRoutes } from "./calendars/services/sign-in-routes.ts";
import { writeCopy } from "./calendars/write-copy.ts";

export interface Calendars {
  /** Before a booking: calendars of these people that were not read for two minutes. Ends within a second and a half. */
  refresh(staff: readonly string[]): Promise<void>;
}

const hastyMs = 1500;

export function openCalendars(
  platform: Platform,
  routes: ModuleRoutes,
  { now = currentTime, addresses = {} }: { now?: () => Date; addresses?: ServiceAddresses } = {},
): Calendars {
  const { sql, env, jobs } = platform;
  let opened: ReturnType<typeof openSealing> | undefined;
  const sealing = () => (opened ??= openSealing(env));
  const parts: CalendarParts = {
    sql,
    now,
    reader: createEntryReader(),
    allowPrivate: env.PRIVATE_SERVERS,
    services: openServices({ sql, env, sealing, addresses }),
    sealing,
  };
  calendarRoutes(platform, routes, parts);
  signInRoutes(platform, routes, parts);

  jobs.add({
    name: "calendars",
    concurrency: 3,
    async findDue(limit) {
      const rows = await sql<{ id: string }[]>`
        select id from public.calendars
        where state in ('new', 'checking', 'live', 'waiting') and (reads or writes) and next_try_at <= ${now()}
          and (lease_until is null or lease_until <= ${now()})
        order by next_try_at limit ${limit}`;
      return rows.map(({ id }) => id);
    },
    async run(id) {
      await readCalendar(parts, id);
    },
  });

  jobs.add({
    name: "calendar-copies",
    concurrency: 3,
    async findDue(limit) {
      const rows = await sql<
        { meeting_id: string; staff_id: string }[]
      >`select meeting_id, staff_id from private.copies_due(${now()}, ${limit})`;
      return rows.map(({ meeting_id: meeting, staff_id: staff }) => `${meeting} ${staff}`);
    },
    async run(key) {
      const [meeting = "", staff = ""] = key.split(" ");
      await writeCopy(parts, meeting, staff, env.SITE_URL);
    },
  });

  return {
    async refresh(staff) {
      const rows = await sql<{ id: string }[]>`
        select id from public.calendars
        where staff_id = any (${[...staff]}) and reads and state = 'live'
          and last_good_at < ${new Date(now().getTime() - 120_000)}`;
      if (rows.length === 0) return;
      const all = Promise.allSettled(
        rows.map(({ id }) => readCalendar(parts, id, { totalMs: hastyMs, isHasty: true })),
      );
      let timer: NodeJS.Timeout | undefined;
      const limit = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, hastyMs);
      });
      await Promise.race([all, limit]);
      clearTimeout(timer);
    },
  };
}
