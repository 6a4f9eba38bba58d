import type { Module } from "#domain/module.ts";

export const payments = {
  key: "payments",
  name: "Payments",
  about: "Requests for payment, and a page to pay on",
  needs: [{ module: "proposals" }, { integration: "payments" }],
  icon: "card",
  area: { path: "payments", name: "Payments", icon: "card", group: "Clients" },
  live: "switched",
  soon: true,
  built: false,
} as const satisfies Module;
