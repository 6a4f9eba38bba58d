// Public booking pages, each meeting's own page, files and reminders; calendars and the outside provider.
import type { ModuleServer } from "#server/platform/module-server.ts";
import { endings } from "./server/booking-jobs.ts";
import { clientSection } from "./server/client-section.ts";
import { meetingPage } from "./server/meeting-page.ts";
import { bookingRoutes, type BookingParts } from "./server/public-booking.ts";

export interface MeetingsParts {
  now?: () => Date;
}

export const serverWith = ({ now = () => new Date() }: MeetingsParts = {}): ModuleServer => ({
  open({ sql, env, jobs, links, mail }, { clients, open, tokenPage }) {
    const parts: BookingParts = { sql, links, mail, siteUrl: env.SITE_URL, mailFrom: env.MAIL_FROM, now };
    bookingRoutes(parts, open);
    tokenPage(
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
    clients.add(clientSection({ links, now }));
    jobs.add(endings(sql, now));
  },
});

export const server: ModuleServer = serverWith();
