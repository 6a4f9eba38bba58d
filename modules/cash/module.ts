import type { Module } from "#domain/module.ts";

export const cash = {
  key: "cash",
  needs: [{ module: "payments" }, { module: "invoices" }],
  sqlReads: ["payments", "invoices", "retainers", "proposals", "deals"],
  name: "Cash",
  about: "What came in, what is owed and what is coming, with tax, revenue and statements",
  icon: "chart",
  rights: { area: "cash", name: "Cash", actions: ["read", "money", "export"] },
  area: { path: "cash", name: "Cash", icon: "chart", group: "Clients" },
  live: "switched",
  built: true,
  routes: [
    { path: "cash", file: "now/cash-page.tsx" },
    { path: "cash/bank", file: "bank/bank-page.tsx" },
    { path: "cash/tax", file: "tax/tax-page.tsx" },
    { path: "cash/revenue", file: "revenue/revenue-page.tsx" },
    { path: "cash/statement", file: "statement/statement-page.tsx" },
    { path: "cash/periods", file: "periods/periods-page.tsx" },
  ],
  tiles: [{ name: "Cash", place: "overview", insteadOf: "payments", load: () => import("./dashboard/cash-tile.tsx") }],
  keys: [
    { keys: ["J"], does: "Next booking of the bank" },
    { keys: ["K"], does: "Booking before" },
    { keys: ["A"], does: "Accept what is suggested for the booking, or choose" },
    { keys: ["C"], does: "Choose what the booking paid" },
    { keys: ["X"], does: "Leave the booking out" },
  ],
  compareFigures: () => import("./dashboard/compare-figures-data.ts"),
  server: true,
} as const satisfies Module;
