import type { Module } from "#domain/module.ts";

export const deals = {
  key: "deals",
  name: "Deals",
  about: "Board, list and pages of deals",
  icon: "deal",
  area: { path: "deals", name: "Deals", icon: "deal", group: "Clients" },
  live: "switched",
  soon: true,
  built: false,
} as const satisfies Module;
