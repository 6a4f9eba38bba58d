import type { Module } from "#domain/module.ts";
import { contact } from "./contact.ts";

export const contacts = {
  key: "contacts",
  name: "Contacts",
  icon: "user",
  area: "crm",
  live: "always",
  built: true,
  entity: contact,
  panels: [{ of: "accounts", place: "main", load: () => import("./contacts-of-account.tsx") }],
} as const satisfies Module;
