import type { Module } from "#domain/module.ts";

export const documents = {
  key: "documents",
  name: "Documents",
  icon: "folder",
  area: { path: "documents", name: "Documents", icon: "folder", group: "Work" },
  live: "switched",
  soon: true,
  built: false,
} as const satisfies Module;
