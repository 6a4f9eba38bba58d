import type { Module } from "#domain/module.ts";

const merge = { may: "crm delete", label: "Merge with another", icon: "stack" } as const;

export const timeline = {
  key: "timeline",
  name: "Timeline",
  about: "What happened to a record, newest first",
  icon: "clock",
  rights: "crm",
  live: "switched",
  built: true,
  panels: [
    {
      of: "accounts",
      place: "feed",
      load: () => import("./panels.tsx").then(({ OfAccount }) => ({ default: OfAccount })),
    },
    {
      of: "contacts",
      place: "feed",
      load: () => import("./panels.tsx").then(({ OfContact }) => ({ default: OfContact })),
    },
    {
      of: "deals",
      place: "feed",
      load: () => import("./panels.tsx").then(({ OfDeal }) => ({ default: OfDeal })),
    },
    {
      of: "inquiries",
      place: "main",
      load: () => import("./panels.tsx").then(({ OfInquiry }) => ({ default: OfInquiry })),
    },
  ],
  recordActions: [
    {
      ...merge,
      of: "accounts",
      load: () =>
        import("./merge-and-erase/merge-dialog.tsx").then(({ MergeAccounts }) => ({ default: MergeAccounts })),
    },
    {
      ...merge,
      of: "contacts",
      load: () =>
        import("./merge-and-erase/merge-dialog.tsx").then(({ MergeContacts }) => ({ default: MergeContacts })),
    },
    {
      of: "contacts",
      may: "crm export",
      label: "Copy of their data",
      icon: "download",
      load: () => import("./copy-of-person/copy-dialog.tsx"),
    },
    {
      of: "contacts",
      may: "crm delete",
      label: "Erase person",
      icon: "close",
      danger: true,
      load: () => import("./merge-and-erase/erase-dialog.tsx"),
    },
  ],
  entries: { note: { name: "Note", icon: "note" }, import: { name: "Import", icon: "stack" } },
  counted: { table: "notes", one: "note", many: "notes" },
  keys: [
    { keys: ["N"], does: "New note, on the page of an account, contact or deal" },
    { keys: ["H"], does: "Newest entry of a timeline; arrow keys go on from there" },
  ],
} as const satisfies Module;
