import type { Changes, Module } from "#domain/module.ts";

const version = (changes: Changes) =>
  typeof changes["version"] === "number" ? ` (version ${changes["version"]})` : "";

/** What the history calls it, and how a timeline says it. */
const verbs: Record<string, string> = {
  versioned: "got a new version",
  "version deleted": "lost a version",
  "version restored": "got a version back",
  shared: "shared by link",
  unshared: "no longer shared: a link was taken back",
  viewed: "viewed by its link",
  downloaded: "downloaded by its link",
  "shown to client": "shown in the client area",
  "hidden from client": "no longer shown in the client area",
  missing: "cannot be read: its bytes are missing",
  "found again": "can be read again",
};

export const documents = {
  key: "documents",
  name: "Documents",
  about: "Versions of files, and links to share them",
  icon: "folder",
  rights: { area: "documents", name: "Documents", actions: ["read", "add", "edit", "delete", "send"] },
  area: { path: "documents", name: "Documents", icon: "folder", group: "Work" },
  live: "switched",
  soon: true,
  built: true,
  server: true,
  foundAt: "/admin/documents/{id}",
  routes: [
    { path: "documents", file: "documents-page.tsx" },
    { path: "documents/:id", file: "document-page.tsx" },
  ],
  panels: [
    {
      of: "accounts",
      place: "side",
      load: () => import("./documents-of-record.tsx").then(({ OfAccount }) => ({ default: OfAccount })),
    },
    {
      of: "contacts",
      place: "side",
      load: () => import("./documents-of-record.tsx").then(({ OfContact }) => ({ default: OfContact })),
    },
    {
      of: "deals",
      place: "side",
      load: () => import("./documents-of-record.tsx").then(({ OfDeal }) => ({ default: OfDeal })),
    },
  ],
  counted: { table: "documents", one: "document", many: "documents" },
  entries: {
    document: {
      name: "File",
      icon: "folder",
      page: "/admin/documents",
      fields: { title: "Title", folder_id: "Folder", archived_at: "Archived", contact_id: "Contact", deal_id: "Deal" },
      verb: (kind, changes) => (verbs[kind] ? `${verbs[kind]}${version(changes)}` : undefined),
    },
  },
} as const satisfies Module;
