import type { Module } from "#domain/module.ts";

export const reports = {
  key: "reports",
  sqlReads: ["deals", "inquiries", "tasks", "timeline"],
  name: "Reports",
  about: "Counts what the others record",
  needs: [{ module: "deals" }, { module: "inquiries" }],
  icon: "chart",
  rights: { area: "reports", name: "Reports", actions: ["read", "export"] },
  area: { path: "reports", name: "Reports", icon: "chart", group: "Work" },
  live: "switched",
  soon: true,
  built: true,
  routes: [{ path: "reports", file: "reports-page.tsx" }],
} as const satisfies Module;
