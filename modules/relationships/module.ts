import type { Module } from "#domain/module.ts";
import { relationshipKeys } from "./relationship.ts";

export const relationships = {
  key: "relationships",
  name: "Relationships",
  about: "Who of us knows whom, counted from what was really exchanged",
  icon: "network",
  rights: { area: "relationships", name: "Relationships", actions: ["read", "edit", "export"] },
  area: { path: "relationships", name: "Relationships", icon: "network", group: "Clients" },
  needs: [{ module: "timeline" }],
  // What counts as contact is in their records.
  sqlReads: ["mailbox", "inquiries", "proposals", "documents", "deals", "payments", "timeline"],
  live: "switched",
  built: true,
  server: true,
  counted: [
    { table: "introductions", one: "introduction", many: "introductions" },
    { table: "talks", one: "noted talk", many: "noted talks" },
    { table: "contact_jobs", one: "earlier job", many: "earlier jobs" },
    { table: "tie_snoozes", one: "snoozed reminder", many: "snoozed reminders" },
  ],
  jobNames: { relationships: "Counting of relationships" },
  routes: [{ path: "relationships", file: "relationships-page.tsx" }],
  panels: [
    { of: "contacts", place: "side", load: () => import("./panels/contact-panel.tsx") },
    {
      of: "accounts",
      place: "feed",
      name: "Who knows them",
      load: () => import("./panels/account-panel.tsx"),
      last: true,
    },
    { of: "accounts", place: "side", load: () => import("./panels/introduced-panel.tsx") },
    { of: "deals", place: "side", load: () => import("./panels/deal-panel.tsx") },
  ],
  recordActions: [
    {
      of: "contacts",
      may: "relationships edit",
      label: "Note a talk",
      icon: "conversation",
      load: () => import("./talk-dialog.tsx").then(({ TalkWithContact }) => ({ default: TalkWithContact })),
    },
  ],
  entries: {
    introduction: {
      name: "Introduction",
      icon: "network",
      verb: (kind) => ({ introduced: "introduced them", "taken back": "introduction taken back" })[kind],
    },
    suggestion: { name: "Suggestion", icon: "network", verb: () => "accepted" },
  },
  copied: [
    {
      part: "ties",
      title: "How well we know this person",
      about:
        'A number from 0 to 100 for each colleague, counted from days of contact alone: mail, meetings, talks, inquiries and answers, proposals, opened documents, introductions. Each day has a weight that halves every so many days ("half life days"). Each side counts at most three times what the other gave; the sum m of both gives 100 * (1 - 2^(-m/6)), rounded. It decides nothing and is sent to nobody.',
    },
  ],
  keys: relationshipKeys,
  settings: [
    {
      id: "relationships",
      label: "Relationships",
      may: "relationships read",
      load: () => import("./settings/relationship-settings.tsx"),
    },
  ],
} as const satisfies Module;
