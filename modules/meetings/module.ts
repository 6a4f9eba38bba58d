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
      verb: (kind) => verbs[kind],
      fields: { starts_at: "Time", host_id: "Host", reason: "Reason", state: "State" },
    },
  },
  server: true,
  mails: true,
} as const satisfies Module;
