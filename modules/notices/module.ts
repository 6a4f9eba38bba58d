import type { Module } from "#domain/module.ts";

export const notices = {
  key: "notices",
  name: "Notices",
  about: "What is new for you: on screen, by mail, or in your browser",
  icon: "bell",
  rights: "staff",
  live: "switched",
  // Notes name people, promises are of inquiries, and a release is asked for by a task.
  sqlReads: ["inquiries", "tasks", "timeline"],
  built: true,
  topBar: () => import("./bell/bell.tsx"),
  panels: (["accounts", "contacts", "deals", "inquiries"] as const).map((of) => ({
    of,
    place: "actions" as const,
    load: () => import("./follow-button.tsx").then(({ followButton }) => ({ default: followButton[of] })),
  })),
  keys: [{ keys: ["G", "N"], does: "Open your notices" }],
  settings: [{ id: "notices", label: "Notices", group: "You", load: () => import("./settings/notice-settings.tsx") }],
  jobNames: {
    "notice-mails": "Mail of notices",
    "notice-days": "The day’s mail",
    "notice-promises": "Promises about to break",
  },
  server: true,
  mails: true,
} as const satisfies Module;
