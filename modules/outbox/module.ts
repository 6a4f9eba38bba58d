import type { Module } from "#domain/module.ts";

export const outbox = {
  key: "outbox",
  name: "Outbox",
  icon: "deploy",
  area: { path: "outbox", name: "Outbox", icon: "deploy", group: "Outreach" },
  live: "switched",
  built: false,
} as const satisfies Module;
