import type { Module } from "#domain/module.ts";

const verbs: Record<string, string> = {
  "signed in": "signed in to the client area",
  opened: "opened in the client area",
  uploaded: "uploaded in the client area",
  wrote: "wrote in the client area",
  "wrote by mail": "answered by mail, into the client area",
  answered: "answered in the client area",
  "access given": "access to the client area given",
  "access taken back": "access to the client area taken back",
  "access suspended": "access to the client area suspended, as the address changed",
  "access confirmed": "access to the client area confirmed for the new address",
  "file asked for": "asked for in the client area",
};

export const clientArea = {
  key: "client-area",
  sqlReads: ["documents"],
  name: "Client area",
  rights: { area: "client-area", name: "Client area", actions: ["read", "add", "edit"] },
  about: "Clients sign in to their proposals, payments, documents and messages",
  icon: "people",
  live: "switched",
  built: true,
  server: true,
  counted: [
    { table: "client_access", one: "access to the client area", many: "accesses to the client area" },
    { table: "client_messages", one: "message of the client area", many: "messages of the client area" },
    { table: "client_file_requests", one: "request for a file", many: "requests for files" },
  ],
  mails: true,
  panels: [
    {
      of: "accounts",
      place: "side",
      load: () => import("./client-panel.tsx").then(({ OfAccount }) => ({ default: OfAccount })),
    },
    {
      of: "contacts",
      place: "side",
      load: () => import("./client-panel.tsx").then(({ OfContact }) => ({ default: OfContact })),
    },
  ],
  settings: [{ id: "client-area", label: "Client area", group: "Firm", load: () => import("./client-settings.tsx") }],
  entries: { client: { name: "Client", icon: "people", verb: (kind) => verbs[kind] } },
} as const satisfies Module;
