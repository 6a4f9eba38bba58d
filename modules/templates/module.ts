import type { Module } from "#domain/module.ts";

export const templates = {
  key: "templates",
  name: "Templates",
  about: "Texts of mails, with tags that are filled in",
  icon: "template",
  area: { path: "templates", name: "Templates", icon: "template", group: "Outreach" },
  live: "switched",
  soon: true,
  built: false,
} as const satisfies Module;
