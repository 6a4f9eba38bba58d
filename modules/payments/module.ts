import type { Module } from "#domain/module.ts";

const verbs: Record<string, string> = {
  "payment received": "received",
  "payment refunded": "refunded",
  "payment disputed": "disputed",
  "payment corrected": "corrected",
  cancelled: "request cancelled",
  changed: "request changed",
  reminded: "reminder sent",
  sent: "request sent",
  "sent again": "request sent again",
};

export const payments = {
  key: "payments",
  sqlReads: ["tasks"],
  name: "Payments",
  about: "Requests for payment, and a page to pay on",
  icon: "card",
  rights: { area: "payments", name: "Payments", actions: ["read", "add", "edit", "delete", "send", "money", "export"] },
  area: { path: "payments", name: "Payments", icon: "card", group: "Clients" },
  live: "switched",
  soon: true,
  built: true,
  foundAt: "/admin/payments?search={title}",
  routes: [{ path: "payments", file: "payments-page.tsx" }],
  panels: [
    {
      of: "accounts",
      place: "side",
      load: () => import("./payments-of-record.tsx").then(({ OfAccount }) => ({ default: OfAccount })),
    },
    {
      of: "deals",
      place: "side",
      load: () => import("./payments-of-record.tsx").then(({ OfDeal }) => ({ default: OfDeal })),
    },
  ],
  settings: [
    {
      may: "payments edit",
      id: "payments",
      label: "Payments",
      group: "Money",
      load: () => import("./settings/payment-settings.tsx"),
    },
  ],
  tiles: [{ name: "Money", load: () => import("./panels/money-tile.tsx") }],
  counted: { table: "payment_requests", one: "payment request", many: "payment requests" },
  entries: {
    payment_request: {
      name: "Payment",
      icon: "card",
      fields: { amount: "Amount", due_on: "Due", reason: "Reason" },
      verb: (kind) => verbs[kind],
    },
  },
  server: true,
  mails: true,
} as const satisfies Module;
