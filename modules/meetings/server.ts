// Public booking pages, each meeting's own page, files and reminders; calendars and the outside provider.
import type { ModuleServer } from "#server/platform/module-server.ts";
import { endings } from "./server/booking-jobs.ts";
import { openCalendars } from "./server/calendars.ts";
import { openProvider } from "./server/provider.ts";
import { meetingPage } from "./server/meeting-page.ts";
import { bookingRoutes, type BookingParts } from "./server/public-booking.ts";

export interface MeetingsParts {
  now?: () => Date;
}

export const serverWith = ({ now = () => new Date() }: MeetingsParts = {}): ModuleServer => ({
  open(platform, routes) {
    const { sql, env, jobs, links, mail } = platform;
    const calendars = openCalendars(platform, routes, { now });
    openProvider(platform, routes, { now });
    const parts: BookingParts = {
      sql,
      links,
      mail,
      siteUrl: env.SITE_URL,
      mailFrom: env.MAIL_FROM,
      now,
      refresh: calendars.refresh,
    };
    bookingRoutes(parts, routes.open);
    routes.tokenPage("/m", meetingPage(parts));
    jobs.add(endings(sql, now));
  },
});

export const server: ModuleServer = serverWith();
