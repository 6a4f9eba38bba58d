// Public booking pages, each meeting's own page, files and reminders; calendars and the outside provider.
import type { ModuleServer } from "#server/platform/module-server.ts";
import { openCalendars } from "./server/calendars.ts";

export interface MeetingsParts {
  now?: () => Date;
}

export const serverWith = ({ now = () => new Date() }: MeetingsParts = {}): ModuleServer => ({
  open(platform, routes) {
    openCalendars(platform, routes, { now });
  },
});

export const server: ModuleServer = serverWith();
