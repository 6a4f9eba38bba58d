import type { Module } from "#domain/module.ts";

export const team = {
  key: "team",
  name: "Team",
  about: "Colleagues with roles: who may see and do what",
  icon: "people",
  rights: "staff",
  live: "switched",
  built: true,
  server: true,
  settings: [
    { id: "team", label: "Team", group: "Team", may: "staff read", load: () => import("./team-settings.tsx") },
  ],
} as const satisfies Module;
