import type { Module } from "#domain/module.ts";

export const sequences = {
  key: "sequences",
  name: "Sequences",
  about: "Mails, waits and tasks, one after the other",
  needs: [{ module: "outbox" }, { module: "templates" }],
  icon: "send",
  area: { path: "sequences", name: "Sequences", icon: "send", group: "Outreach" },
  live: "switched",
  soon: true,
  built: false,
} as const satisfies Module;
