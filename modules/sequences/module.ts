import { gateWords } from "#domain/gate-reasons.ts";
import type { Module } from "#domain/module.ts";
import { entryVerbs, sequenceKeys } from "./sequence.ts";

export const sequences = {
  key: "sequences",
  sqlReads: ["templates", "tasks"],
  name: "Sequences",
  about: "Mails, waits and tasks, one after the other",
  needs: [{ module: "outbox" }, { module: "templates" }],
  icon: "send",
  rights: { area: "sequences", name: "Sequences", actions: ["read", "edit", "send"] },
  area: { path: "sequences", name: "Sequences", icon: "send", group: "Outreach" },
  live: "switched",
  soon: true,
  built: true,
  server: true,
  foundAt: "/admin/sequences?open={id}",
  routes: [
    { path: "sequences", file: "sequences-page.tsx" },
    { path: "sequences/:id", file: "sequence-address.tsx" },
  ],
  panels: [{ of: "contacts", place: "side", load: () => import("./sequences-of-contact.tsx") }],
  recordActions: [
    {
      of: "contacts",
      may: "sequences send",
      label: "Enroll in a sequence",
      icon: "send",
      load: () => import("./people/enrol-contact.tsx").then(({ EnrolContact }) => ({ default: EnrolContact })),
    },
  ],
  listActions: [
    {
      of: "contacts",
      may: "sequences send",
      label: "Enroll in a sequence",
      load: () => import("./people/enrol-contact.tsx").then(({ EnrolSelected }) => ({ default: EnrolSelected })),
    },
  ],
  entries: {
    sequence: {
      name: "Sequence",
      icon: "send",
      page: "/admin/sequences",
      verb: (kind) => entryVerbs[kind],
      fields: { version: "Version", reason: "Why", step: "After step", until: "Until" },
      value: (field, value) => (field === "reason" ? gateWords(value) : value),
    },
  },
  figures: [
    {
      place: "beside",
      names: ["Active sequences"],
      whileOff: { note: "Sequences are not switched on", to: "/admin/sequences" },
      load: () => import("./sequence-figures.tsx"),
    },
  ],
  keys: sequenceKeys,
  settings: [
    {
      may: "sequences edit",
      id: "sequences",
      label: "Sequences",
      group: "Mail",
      load: () => import("./settings/sequence-settings.tsx"),
    },
  ],
  counted: { table: "enrolments", one: "enrolment in a sequence", many: "enrolments in sequences" },
} as const satisfies Module;
