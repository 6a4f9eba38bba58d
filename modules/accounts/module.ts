import type { Module } from "#domain/module.ts";
import { account } from "./account.ts";

export const accounts = {
  key: "accounts",
  name: "Accounts",
  icon: "stack",
  area: { path: "crm", name: "CRM", icon: "people", group: "Clients" },
  live: "always",
  built: true,
  entity: account,
  panels: [{ of: "accounts", place: "side", last: true, load: () => import("./account-draft-panel.tsx") }],
} as const satisfies Module;
