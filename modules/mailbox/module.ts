import type { Module } from "#domain/module.ts";

export const mailbox = {
  key: "mailbox",
  name: "Mailboxes",
  about: "Reads your mailboxes by IMAP: what was exchanged with people you know, and who may see it",
  icon: "mail",
  rights: { area: "mailbox", name: "Mailboxes", actions: ["read", "add", "edit", "delete", "send"] },
  live: "switched",
  needs: [{ module: "outbox" }, { module: "timeline" }],
  built: false,
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

  jobNames: { mailboxes: "Mailboxes", "mailbox-tidy": "Mail that is kept long enough" },
  server: true,
} as const satisfies Module;
