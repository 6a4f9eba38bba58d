import type { Module } from "#domain/module.ts";
import { inboxKeys } from "./inquiry.ts";

const verbs: Record<string, string> = {
  answered: "marked answered",
  "reply written": "has a reply, written and not sent yet",
  "reply bounced": "waits: the reply bounced",
  "reply failed": "waits: the reply failed",
  "reply expired": "waits: the reply expired",
  "reply suppressed": "waits: the reply was stopped",
  "reply cancelled": "waits: the reply was cancelled",
  "reply uncertain": "has a reply that perhaps left",
};

export const inquiries = {
  key: "inquiries",
  sqlReads: ["tasks", "timeline"],
  name: "Inquiries",
  about: "Contact, training, manifesto and booking requests from the site",
  icon: "inbox",
  rights: { area: "inquiries", name: "Inquiries", actions: ["read", "edit", "send", "export"] },
  area: { path: "inquiries", name: "Inquiries", icon: "inbox", group: "Clients" },
  live: "switched",
  built: true,
  foundAt: "/admin/inquiries/{id}",
  routes: [
    { path: "inquiries", file: "inquiries-page.tsx" },
    { path: "inquiries/:id", file: "page/inquiry-page.tsx" },
  ],
  badge: () => import("./waiting-badge.tsx"),
  entries: {
    inquiry: {
      name: "Inquiry",
      many: "inquiries",
      icon: "inbox",
      page: "/admin/inquiries",
      verb: (kind) => verbs[kind],
      fields: {
        state: "State",
        assignee_id: "Owner",
        subject_text: "Subject",
        name: "Name",
        company: "Company",
        message: "Message",
        answered_at: "Answered",
        held_because: "Spam signals",
      },
    },
    consent: { name: "Consent", icon: "letter" },
  },
  keys: inboxKeys,
  settings: [
    { may: "inquiries edit", id: "routing", label: "Inquiries", load: () => import("./settings/routing-settings.tsx") },
  ],
  systemTests: [{ load: () => import("./settings/test-inquiry.tsx") }],
  server: true,
  mails: true,
  tiles: [{ name: "Inquiries waiting", load: () => import("./dashboard/waiting-tile.tsx") }],
  figures: [
    {
      place: "more",
      names: ["Inquiries waiting", "Promise kept, 90 days"],
      load: () => import("./dashboard/inquiry-figures.tsx"),
    },
  ],
  firstRecord: {
    name: "A message from your contact page",
    about: "Messages from the site come in with a day to answer by.",
    action: "Write one",
    to: "/contact",
  },
  due: { of: ({ late }: { late: number }) => ({ late, today: 0 }) },
  compareFigures: () => import("./dashboard/compare-figures-data.ts"),
} as const satisfies Module;
