import type { Module } from "#domain/module.ts";
import { lease } from "./lease.ts";

export const leases = {
  key: "leases",
  name: "Leases",
  icon: "folder",
  rights: { area: "leases", name: "Leases", actions: ["read", "edit", "send"] },
  area: { path: "leases", name: "Leases", icon: "folder", group: "Work" },
  live: "switched",
  soon: true,
  built: true,
  server: true,
  entity: lease,
  routes: [{ path: "leases/calendar", file: "lease-calendar.tsx" }],
  panels: [{ of: "accounts", place: "side", load: () => import("./leases-of-account.tsx") }],
  tiles: [{ load: () => import("./lease-tile.tsx") }],
} as const satisfies Module;
