import type { Module } from "#domain/module.ts";

export const sequences = {
  key: "sequences",
  name: "Sequences",
  icon: "send",
  area: { path: "sequences", name: "Sequences", icon: "send", group: "Outreach" },
  live: "switched",
  soon: true,
  built: false,
} as const satisfies Module;
