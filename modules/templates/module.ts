import type { Module } from "#domain/module.ts";

export const templates = {
  key: "templates",
  name: "Templates",
  icon: "template",
  area: { path: "templates", name: "Templates", icon: "template", group: "Outreach" },
  live: "switched",
  soon: true,
  built: false,
} as const satisfies Module;
