import type { Module } from "#domain/module.ts";

export const mailbox = {
  key: "mailbox",
  name: "Mailboxes",
  about: "Reads your mailboxes by IMAP: what was exchanged with people you know, and who may see it",
  icon: "mail",
  rights: { area: "mailbox", name: "Mailboxes", actions: ["read", "add", "edit", "delete", "send"] },
  live: "switched",
  needs: [{ module: "outbox" }, { module: "timeline" }],
  built: true,
  // The page of a thread: opened from the Mail panel of a record, or from its timeline.
  routes: [{ path: "mail/:id", file: "thread/thread-page.tsx" }],
  panels: [
    ...(["contacts", "accounts", "deals"] as const).map((of) => ({
      of,
      place: "feed" as const,
      name: "Mail",
      load: () => import("./panel/mail-panel.tsx").then(({ mailOf }) => ({ default: mailOf[of] })),
      last: true as const,
    })),
    ...(["contacts", "accounts", "deals"] as const).map((of) => ({
      of,
      place: "side" as const,
      load: () => import("./panel/files-panel.tsx").then(({ filesOf }) => ({ default: filesOf[of] })),
    })),
  ],
  settings: [
    {
      may: "mailbox read",
      id: "mailboxes",
      label: "Mailboxes",
      group: "Mail",
      load: () => import("./settings/mailbox-settings.tsx"),
    },
  ],
  tiles: [{ place: "rare", load: () => import("./mailbox-tile.tsx") }],
  systemTests: [{ load: () => import("./mailbox-checks.tsx") }],
  keys: [
    { keys: ["J", "K"], does: "Next and previous thread, on the page of a thread" },
    { keys: ["R"], does: "Reply, on the page of a thread" },
  ],
  entries: {
    mail: {
      name: "Mail",
      icon: "mail",
      page: "/admin/mail",
      verb: (kind, changes) =>
        kind === "mails read" && typeof changes.mails === "number"
          ? `${changes.mails} earlier ${changes.mails === 1 ? "mail" : "mails"} read`
          : { "mail received": "received", "mail sent": "sent" }[kind],
    },
  },

  copied: [
    {
      part: "mails",
      title: "Mail",
      about:
        "Mail that was exchanged with this person, read from our mailboxes. Where only people and day are given, nothing more is kept, or the owner of the mailbox shows it to nobody.",
    },
  ],
  jobNames: {
    mailboxes: "Mailboxes",
    "mail-copies": "Copies of replies in Sent",
    "mailbox-tidy": "Mail that is kept long enough",
  },
  server: true,
  counted: { table: "mail_filings", one: "filed thread of mail", many: "filed threads of mail" },
} as const satisfies Module;
