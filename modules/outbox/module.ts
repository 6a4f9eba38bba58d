import type { Module } from "#domain/module.ts";
import { entryVerbs, outboxKeys } from "./message.ts";

export const outbox = {
  key: "outbox",
  banner: () => import("./copy-banner.tsx"),
  name: "Outbox",
  about: "Every outgoing message, held back while SAFE is on",
  icon: "deploy",
  rights: { area: "outbox", name: "Outbox", actions: ["read", "edit", "send"] },
  area: { path: "outbox", name: "Outbox", icon: "deploy", group: "Outreach" },
  live: "switched",
  // Whatever sends, its messages are seen here: held, waiting, left.
  alsoWith: ["inquiries", "sequences", "proposals", "payments"],
  built: true,
  routes: [
    { path: "outbox", file: "outbox-page.tsx" },
    { path: "outbox/:id", file: "message/message-address.tsx" },
  ],
  badge: () => import("./held-badge.tsx"),
  // "e" on a page writes to its person, to the person of the company, or to the first contact of the deal.
  quickActions: [
    {
      may: "outbox edit",
      name: "Write a mail",
      icon: "mail",
      key: "e",
      on: ["contacts", "accounts", "deals"],
      writesMail: true,
      load: () => import("./compose/compose-action.tsx"),
    },
  ],
  replyComposer: () => import("./compose/reply-composer.tsx"),
  panels: (["contacts", "accounts", "deals"] as const).map((of) => ({
    of,
    place: "actions" as const,
    load: () => import("./compose/write-button.tsx").then(({ writeButton }) => ({ default: writeButton[of] })),
  })),
  listActions: (["contacts", "accounts", "deals"] as const).map((of) => ({
    of,
    label: "Write",
    may: "outbox edit" as const,
    shortcut: "e",
    load: () => import("./compose/compose-action.tsx").then(({ writeToMany }) => ({ default: writeToMany[of] })),
  })),
  entries: {
    // The kind of an entry is the state that the message has come to.
    message: {
      name: "Mail",
      icon: "mail",
      page: "/admin/outbox",
      verb: (kind) => entryVerbs[kind],
    },
  },
  keys: outboxKeys,
  settings: [
    {
      may: "outbox edit",
      id: "outbox",
      label: "Outbox",
      group: "Mail",
      load: () => import("./settings/outbox-settings.tsx"),
    },
  ],
  tiles: [{ place: "rare", load: () => import("./uncertain-tile.tsx") }],
  // While it is off, mail is written in the person's own program.
  startActions: [
    { may: "outbox edit", name: "Send Email", icon: "mail", to: "/admin/outbox?dialog=new", whileOff: "mailto:" },
  ],
  jobNames: { outbox: "Mail" },
  server: true,
} as const satisfies Module;
