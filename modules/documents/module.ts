import type { Module } from "#domain/module.ts";

export const documents = {
  key: "documents",
  name: "Documents",
  about: "Versions of files, and links to share them",
  needs: [{ integration: "storage" }],
  icon: "folder",
  area: { path: "documents", name: "Documents", icon: "folder", group: "Work" },
  live: "switched",
  soon: true,
  built: false,
} as const satisfies Module;
