import type { Module } from "#domain/module.ts";
import { account } from "./account.ts";

export const accounts = {
  key: "accounts",
  name: "Accounts",
  icon: "stack",
  rights: { area: "crm", name: "CRM", actions: ["read", "add", "edit", "delete", "export"] },
  area: { path: "crm", name: "CRM", icon: "people", group: "Clients" },
  live: "always",
  built: true,
  entity: account,
  firstRecord: {
    name: "A company",
    about: "Companies and people, typed or imported.",
    action: "Add one",
    to: "/admin/crm?dialog=new",
  },
  panels: [{ of: "accounts", place: "side", last: true, load: () => import("./account-draft-panel.tsx") }],
} as const satisfies Module;
