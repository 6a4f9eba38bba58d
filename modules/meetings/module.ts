import type { Module } from "#domain/module.ts";

const verbs: Record<string, string> = {
  created: "booked",
  requested: "asked for",
  confirmed: "confirmed",
  declined: "declined",
  expired: "expired unanswered",
  released: "released unpaid",
  moved: "moved",
  cancelled: "cancelled",
  met: "took place",
  "no-show": "missed by the guest",
  "handed over": "handed to a colleague",
  "guest declined": "declined by the guest's mail",
  paid: "paid",
  conflict: "overlapped by an entry of the calendar that came later",
  "gone from calendar": "deleted in the calendar",
  "moved in calendar": "moved in the calendar",
};

const calendarVerbs: Record<string, string> = {
  silent: "has not answered for half an hour",
  closed: "has not answered for two hours",
  "signed out": "no longer lets us in",
  "many gone": "lost more than three of our meetings at once",
};

export const meetings = {
  key: "meetings",
  name: "Meetings",
  about: "Visitors book a time with you, and move or cancel it; calendars are read and written",
  icon: "calendar",
  // The key by which a company is found by its host.
  sqlReads: ["inquiries"],
  rights: { area: "meetings", name: "Meetings", actions: ["read", "add", "edit", "delete", "send"] },
  needs: [{ module: "outbox" }, { module: "timeline" }],
  live: "switched",
  built: true,
  entries: {
    meeting: {
      name: "Meeting",
      icon: "calendar",
      page: "/admin/meetings",
      verb: (kind) => verbs[kind],
      fields: { starts_at: "Time", host_id: "Host", reason: "Reason", state: "State" },
    },
    calendar: { name: "Calendar", icon: "calendar", verb: (kind) => calendarVerbs[kind] },
  },
  area: { path: "meetings", name: "Meetings", icon: "calendar", group: "Clients" },
  foundAt: "/admin/meetings/{id}",
  counted: { table: "meetings", one: "meeting", many: "meetings" },
  routes: [
    { path: "meetings", file: "meetings-page.tsx" },
    { path: "meetings/:id", file: "page/meeting-page.tsx" },
    { path: "calendars/return", file: "settings/calendar-return.tsx" },
  ],
  panels: [
    {
      of: "contacts",
      place: "next",
      load: () => import("./meetings-of-record.tsx").then(({ OfContact }) => ({ default: OfContact })),
    },
    {
      of: "accounts",
      place: "next",
      load: () => import("./meetings-of-record.tsx").then(({ OfAccount }) => ({ default: OfAccount })),
    },
    {
      of: "deals",
      place: "next",
      load: () => import("./meetings-of-record.tsx").then(({ OfDeal }) => ({ default: OfDeal })),
    },
  ],
  quickActions: [
    {
      may: "meetings add",
      name: "New meeting",
      icon: "calendar",
      key: "m",
      on: ["contacts"],
      load: () => import("./new-meeting-action.tsx"),
    },
  ],
  settings: [
    {
      may: "meetings read",
      id: "hours",
      label: "My hours",
      group: "You",
      load: () => import("./settings/my-hours.tsx"),
    },
    {
      may: "meetings read",
      id: "calendars",
      label: "Calendars",
      group: "You",
      load: () => import("./settings/calendars-settings.tsx"),
    },
  ],
  systemTests: [
    { load: () => import("./calendars-test-panel.tsx") },
    { load: () => import("./settings/provider-panel.tsx") },
  ],
  jobNames: {
    calendars: "Calendars read",
    "calendar-copies": "Meetings written into calendars",
    "scheduling-comparison": "Scheduling service compared",
  },
  server: true,
  mails: true,
} as const satisfies Module;
