import type { Module } from "#domain/module.ts";

const verbs: Record<string, string> = {
  issued: "issued",
  credited: "credit note issued",
  disputed: "disputed",
  "dispute settled": "dispute settled",
};

export const invoices = {
  key: "invoices",
  needs: [{ module: "payments" }],
  sqlReads: ["payments", "proposals", "tasks"],
  name: "Invoices",
  about: "Invoices and credit notes, with deposits and what is left to bill",
  icon: "document",
  rights: { area: "invoices", name: "Invoices", actions: ["read", "add", "edit", "delete", "send", "money", "export"] },
  area: { path: "invoices", name: "Invoices", icon: "document", group: "Clients" },
  live: "switched",
  built: true,
  foundAt: "/admin/invoices/{id}",
  routes: [
    { path: "invoices", file: "invoices-page.tsx" },
    { path: "invoices/:id", file: "invoice-page.tsx" },
  ],
  panels: [
    {
      of: "accounts",
      place: "side",
      load: () => import("./panels/invoices-of-record.tsx").then(({ OfAccount }) => ({ default: OfAccount })),
    },
    { of: "accounts", place: "side", load: () => import("./panels/billing-profile.tsx") },
    {
      of: "deals",
      place: "side",
      load: () => import("./panels/invoices-of-record.tsx").then(({ OfDeal }) => ({ default: OfDeal })),
    },
  ],
  settings: [
    {
      may: "invoices money",
      id: "invoices",
      label: "Invoices",
      group: "Money",
      load: () => import("./settings/invoice-settings.tsx"),
    },
    {
      may: "office edit",
      id: "taxes",
      label: "Taxes",
      group: "Money",
      load: () => import("./settings/tax-settings.tsx"),
    },
    {
      may: "office edit",
      id: "rates",
      label: "Exchange rates",
      group: "Money",
      load: () => import("./settings/rate-settings.tsx"),
    },
  ],
  counted: [
    { table: "invoices", one: "invoice", many: "invoices" },
    { table: "invoice_drafts", one: "draft of an invoice", many: "drafts of invoices" },
    { table: "billing_profiles", one: "billing profile", many: "billing profiles" },
  ],
  entries: {
    invoice: {
      name: "Invoice",
      icon: "document",
      page: "/admin/invoices",
      fields: { amount: "Amount", reason: "Reason" },
      verb: (kind) => verbs[kind],
    },
  },
  jobNames: { "invoice-files": "Files of invoices", "late-fees": "Late fees", "exchange-rates": "Exchange rates" },
  server: true,
} as const satisfies Module;
