import type { Module } from "#domain/module.ts";

export const cash = {
  key: "cash",
  needs: [{ module: "payments" }, { module: "invoices" }],
  sqlReads: ["payments", "invoices", "retainers", "proposals"],
  name: "Cash",
  about: "What came in, what is owed and what is coming, with tax, revenue and statements",
  icon: "chart",
  rights: { area: "cash", name: "Cash", actions: ["read", "money", "export"] },
  area: { path: "cash", name: "Cash", icon: "chart", group: "Clients" },
  live: "switched",
  built: false,
} as const satisfies Module;
