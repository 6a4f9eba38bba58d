// Public booking pages, each meeting's own page, files and reminders; calendars and the outside provider.
import { currentTime } from "#domain/clock.ts";
import type { ModuleServer } from "#server/platform/module-server.ts";
import { calendarSecrets, calendarSignIns } from "./server/calendars/secrets.ts";
import { endings } from "./server/booking-jobs.ts";
import { openCalendars } from "./server/calendars.ts";
import type { ServiceAddresses } from "./server/calendars/services/services.ts";
import { clientSection } from "./server/client-section.ts";
import { meetingPage } from "./server/meeting-page.ts";
import { openProvider } from "./server/provider.ts";
import { bookingRoutes, type BookingParts } from "./server/public-booking.ts";

export interface MeetingsParts {
  now?: () => Date;
  /** For tests: stand-ins for Google and Microsoft. */
  calendarServices?: ServiceAddresses;
}

export const serverWith = ({ now = currentTime, calendarServices = {} }: MeetingsParts = {}): ModuleServer => ({
  sealed: [calendarSecrets, calendarSignIns],
  open(platform, routes) {
    const { sql, env, jobs, links, mail } = platform;
    const calendars = openCalendars(platform, routes, { now, addresses: calendarServices });
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
    routes.tokenPage(
      "/m",
      meetingPage({
        ...parts,
        // The page to pay on is the module payments'.
        async payPath({ payment_id: request }) {
          if (request === null) return null;
          const { token } = await links.issue({ kind: "payment", subjectId: request });
          return `/pay/${token}`;
        },
      }),
    );
    routes.clients.add(clientSection({ links, now }));
    jobs.add(endings(sql, now));
  },
});

export const server: ModuleServer = serverWith();
