import type { Module } from "#domain/module.ts";

export const inquiries = {
  key: "inquiries",
  name: "Inquiries",
  about: "Contact, training, manifesto and booking requests from the site",
  icon: "inbox",
  area: { path: "inquiries", name: "Inquiries", icon: "inbox", group: "Clients" },
  live: "switched",
  built: false,
  server: true,
} as const satisfies Module;
