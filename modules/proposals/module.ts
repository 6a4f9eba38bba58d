import type { Module } from "#domain/module.ts";

const verbs: Record<string, string> = {
  written: "written, not sent yet",
  "written again": "written again, not sent yet",
  bounced: "bounced: the client did not get it",
  sent: "sent",
  "sent again": "sent again",
  viewed: "read by the client",
  accepted: "accepted",
  declined: "declined",
  withdrawn: "withdrawn",
  expired: "has ended",
  "new version": "in a new version",
  "asked for a change": "asked to be changed",
  "asked a question": "asked about",
  "answered a question": "explained: a question was answered",
  "asked for a new day": "asked for with a new day",
};

export const proposals = {
  key: "proposals",
  sqlReads: ["deals", "tasks"],
  name: "Proposals",
  about: "Editor, and a page where the client accepts",
  icon: "document",
  rights: { area: "proposals", name: "Proposals", actions: ["read", "add", "edit", "delete", "send"] },
  area: { path: "proposals", name: "Proposals", icon: "document", group: "Clients" },
  live: "switched",
  soon: true,
  built: true,
  foundAt: "/admin/proposals/{id}",
  routes: [
    { path: "proposals", file: "proposals-page.tsx" },
    { path: "proposals/:id", file: "page/proposal-page.tsx" },
  ],
  panels: [
    {
      of: "deals",
      place: "side",
      load: () => import("./proposals-of-record.tsx").then(({ OfDeal }) => ({ default: OfDeal })),
    },
    {
      of: "accounts",
      place: "side",
      load: () => import("./proposals-of-record.tsx").then(({ OfAccount }) => ({ default: OfAccount })),
    },
    {
      of: "contacts",
      place: "side",
      load: () => import("./proposals-of-record.tsx").then(({ OfContact }) => ({ default: OfContact })),
    },
  ],
  counted: { table: "proposals", one: "proposal", many: "proposals" },
  entries: {
    proposal: {
      name: "Proposal",
      icon: "document",
      page: "/admin/proposals",
      fields: { reason: "Reason" },
      verb: (kind) => verbs[kind],
    },
  },
  server: true,
  mails: true,
} as const satisfies Module;
