import type { Module } from "#domain/module.ts";

const verbs: Record<string, string> = {
  started: "started",
  paused: "paused",
  resumed: "resumed",
  ended: "set to end",
  "price changed": "with a new price",
  "period drafted": "with a draft invoice for a period",
  "period invoiced": "invoiced for a period",
  "period skipped": "not billed for a period",
  "back to drafts": "back to drafts: two invoices are unpaid",
};

export const retainers = {
  key: "retainers",
  name: "Retainers",
  about: "Work that is billed again and again: one invoice for each period",
  icon: "clock",
  rights: { area: "retainers", name: "Retainers", actions: ["read", "add", "edit", "money"] },
  area: { path: "retainers", name: "Retainers", icon: "clock", group: "Clients" },
  live: "switched",
  built: true,
  routes: [
    { path: "retainers", file: "retainers-page.tsx" },
    { path: "retainers/:id", file: "retainer-page.tsx" },
  ],
  panels: [{ of: "accounts", place: "side", load: () => import("./retainers-of-account.tsx") }],
  counted: { table: "retainers", one: "retainer", many: "retainers" },
  entries: {
    retainer: {
      name: "Retainer",
      icon: "clock",
      page: "/admin/retainers",
      fields: { period: "Period", from: "From", to: "To", on: "On", why: "Why", of: "Of" },
      verb: (kind) => verbs[kind],
    },
  },
  jobNames: { retainers: "Retainers" },
  server: true,
} as const satisfies Module;
