import type { Module } from "#domain/module.ts";

export const proposals = {
  key: "proposals",
  name: "Proposals",
  about: "Editor, and a page where the client accepts",
  needs: [{ module: "deals" }, { module: "outbox" }],
  icon: "document",
  area: { path: "proposals", name: "Proposals", icon: "document", group: "Clients" },
  live: "switched",
  soon: true,
  built: false,
} as const satisfies Module;
