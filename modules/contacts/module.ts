import type { Module } from "#domain/module.ts";
import { contact } from "./contact.ts";

export const contacts = {
  key: "contacts",
  name: "Contacts",
  icon: "user",
  rights: "crm",
  area: "crm",
  live: "always",
  built: true,
  entity: contact,
  figures: [{ place: "beside", names: ["Contacts"], load: () => import("./contact-figures.tsx") }],
  compareFigures: () => import("./compare-figures-data.ts"),
  startActions: [{ may: "crm add", name: "New Contact", icon: "user", to: "/admin/crm?tab=contacts&dialog=new" }],
  panels: [{ of: "accounts", place: "main", load: () => import("./contacts-of-account.tsx") }],
} as const satisfies Module;
