// Public booking pages, each meeting's own page, files and reminders; calendars and the outside provider.
import type { ModuleServer } from "#server/platform/module-server.ts";

export interface MeetingsParts {
  now?: () => Date;
}

export const serverWith = (_parts: MeetingsParts = {}): ModuleServer => ({
  open() {},
});

export const server: ModuleServer = serverWith();
