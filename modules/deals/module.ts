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
  name: "Deals",
  about: "Board, list and pages of deals",
  icon: "deal",
  area: { path: "deals", name: "Deals", icon: "deal", group: "Clients" },
  live: "switched",
  soon: true,
  built: true,
  entity: deal,
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
        module: "Module",
        closed_on: "Closed on",
        close_reason_id: "Reason",
        close_note: "Closing note",
      },
      // "Deal won after 15 days": the entry has the days that were spent in the stage before.
      verb: (kind, changes) => (kind === "moved" ? `${outcome(changes)}${days(changes)}` : undefined),
    },
    deal_contact: { name: "Person of the deal", icon: "user", fields: { role: "Role", is_primary: "Main contact" } },
    deal_stage: { name: "Stage", icon: "deal" },
  },
} as const satisfies Module;
