import type { Module } from "#domain/module.ts";

export const outbox = {
  key: "outbox",
  name: "Outbox",
  about: "Every outgoing message, held back while SAFE is on",
  needs: [{ integration: "email" }],
  icon: "deploy",
  area: { path: "outbox", name: "Outbox", icon: "deploy", group: "Outreach" },
  live: "switched",
  built: false,
} as const satisfies Module;
