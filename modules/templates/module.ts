import type { Module } from "#domain/module.ts";
import { templateKeys } from "./template-words.ts";

export const templates = {
  key: "templates",
  name: "Templates",
  about: "Texts of mails, with tags that are filled in",
  icon: "template",
  rights: { area: "templates", name: "Templates", actions: ["read", "edit"] },
  area: { path: "templates", name: "Templates", icon: "template", group: "Outreach" },
  live: "switched",
  soon: true,
  built: true,
  server: true,
  foundAt: "/admin/templates?open={id}",
  routes: [{ path: "templates", file: "templates-page.tsx" }],
  keys: templateKeys,
} as const satisfies Module;
