import { capitalised } from "#domain/entity.ts";
import type { Changes, Module } from "#domain/module.ts";
import { deal } from "./deal.ts";

const days = (changes: Changes) => {
  const spent = changes["days"];
  return typeof spent === "number" ? ` after ${spent} ${spent === 1 ? "day" : "days"}` : "";
};
const outcome = (changes: Changes) => {
  const kinds = changes["outcome"];
  const [from, to]: unknown[] = Array.isArray(kinds) ? kinds : [];
  if (from === to) return "moved";
  return to === "open" ? "reopened" : to;
};

export const deals = {
  key: "deals",
  sqlReads: ["inquiries", "tasks", "timeline"],
  name: "Deals",
  about: "Board, list and pages of deals",
  icon: "deal",
  rights: { area: "deals", name: "Deals", actions: ["read", "add", "edit", "delete", "export"] },
  area: { path: "deals", name: "Deals", icon: "deal", group: "Clients" },
  live: "switched",
  soon: true,
  built: true,
  entity: deal,
  routes: [{ path: "deals", file: "deals-page.tsx" }],
  panels: [
    { of: "accounts", place: "facts", load: () => import("./account-facts.tsx") },
    { of: "deals", place: "details", load: () => import("./page/deal-details.tsx") },
    { of: "deals", place: "head", load: () => import("./page/stage-stepper.tsx") },
    { of: "deals", place: "main", load: () => import("./page/people-of-deal.tsx") },
    {
      of: "accounts",
      place: "main",
      load: () => import("./deals-of-record.tsx").then(({ OfAccount }) => ({ default: OfAccount })),
    },
    {
      of: "contacts",
      place: "main",
      load: () => import("./deals-of-record.tsx").then(({ OfContact }) => ({ default: OfContact })),
    },
  ],
  keys: [
    { keys: ["M"], does: "Move, on a card of the board" },
    { keys: ["Ctrl", "Shift", "Arrow"], does: "Move a card of the board at once" },
    { keys: ["Ctrl", "Z"], does: "Take back the last move of a deal" },
  ],
  tiles: [
    { name: "Pipeline", place: "overview", load: () => import("./dashboard/pipeline-tile.tsx") },
    { name: "Forecast", place: "overview", load: () => import("./dashboard/forecast-tile.tsx") },
  ],
  figures: [
    {
      place: "lead",
      names: ["Pipeline value", "Active deals"],
      load: () => import("./dashboard/deal-figures.tsx").then(({ PipelineFigures }) => ({ default: PipelineFigures })),
    },
    {
      place: "more",
      names: ["Won this month", "Weighted this quarter", "Stale deals"],
      load: () => import("./dashboard/deal-figures.tsx").then(({ DealFigures }) => ({ default: DealFigures })),
    },
  ],
  compareFigures: () => import("./dashboard/compare-figures-data.ts"),
  startActions: [
    { may: "deals add", name: "New Deal", icon: "deal", to: "/admin/deals?dialog=new", whileOff: "/admin/deals" },
  ],
  quickActions: [
    { may: "deals add", name: "Add a deal", icon: "deal", key: "c", load: () => import("./quick-deal-dialog.tsx") },
  ],
  settings: [{ may: "deals edit", id: "deals", label: "Deals", load: () => import("./settings/deal-settings.tsx") }],
  counted: { table: "deal_contacts", one: "place on a deal", many: "places on deals" },
  entries: {
    deal: {
      name: "Deal",
      icon: "deal",
      page: deal.page,
      fields: {
        name: "Deal",
        stage_id: "Stage",
        amount: "Amount",
        account_id: "Company",
        expected_close: "Expected close",
        probability_own: "Own probability",
        owner_id: "Owner",
        service_line: "Service",
        // In entries from before the column was renamed.
        module: "Service",
        subject_key: "Subject",
        closed_on: "Closed on",
        close_reason_id: "Reason",
        close_note: "Closing note",
      },
      // "Deal won after 15 days": the entry has the days that were spent in the stage before.
      verb: (kind, changes) => (kind === "moved" ? `${outcome(changes)}${days(changes)}` : undefined),
      // "workshop-inquiry"
      value: (field, value) => (field === "subject_key" ? capitalised(value.replaceAll("-", " ")) : value),
    },
    deal_contact: {
      name: "Person of the deal",
      icon: "user",
      fields: { deal_id: "Deal", role: "Role", is_primary: "Main contact" },
    },
    deal_stage: { name: "Stage", icon: "deal" },
  },
} as const satisfies Module;
