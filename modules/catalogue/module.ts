import type { Module } from "#domain/module.ts";
import { service } from "./service.ts";

export const catalogue = {
  key: "catalogue",
  name: "Catalogue",
  about: "Services with prices by currency and day, and templates that proposals begin with",
  icon: "stack",
  rights: { area: "catalogue", name: "Catalogue", actions: ["read", "add", "edit", "delete", "export"] },
  area: { path: "catalogue", name: "Catalogue", icon: "stack", group: "Clients" },
  live: "switched",
  built: true,
  entity: service,
  foundAt: "/admin/catalogue/services/{id}",
  routes: [{ path: "proposal-templates", file: "templates/templates-page.tsx" }],
  panels: [{ of: "services", place: "main", load: () => import("./prices-of-service.tsx") }],
  startActions: [{ may: "catalogue add", name: "New Service", icon: "stack", to: "/admin/catalogue?dialog=new" }],
  firstRecord: {
    name: "A service",
    about: "What you sell, and its price, for the lines of proposals.",
    action: "Add one",
    to: "/admin/catalogue?dialog=new",
  },
  entries: {
    "proposal template": { name: "Proposal template", icon: "template", page: "/admin/proposal-templates?open=" },
  },
  server: true,
} as const satisfies Module;
