// Every module, in the order of the sidebar. Sidebar, palette, routes, dashboard tiles, panels on records' pages, switches, and on
// the server routes and jobs, all derive from this list. A new module: its folder and one line here.
import type { Module } from "#domain/module.ts";
import { type AreaRights, ownAreas, type Right } from "#domain/rights.ts";
import { accounts } from "./accounts/module.ts";
import { cash } from "./cash/module.ts";
import { catalogue } from "./catalogue/module.ts";
import { clientArea } from "./client-area/module.ts";
import { contacts } from "./contacts/module.ts";
import { deals } from "./deals/module.ts";
import { documents } from "./documents/module.ts";
import { inquiries } from "./inquiries/module.ts";
import { mailbox } from "./mailbox/module.ts";
import { meetings } from "./meetings/module.ts";
import { invoices } from "./invoices/module.ts";
import { notices } from "./notices/module.ts";
import { outbox } from "./outbox/module.ts";
import { payments } from "./payments/module.ts";
import { proposals } from "./proposals/module.ts";
import { relationships } from "./relationships/module.ts";
import { reports } from "./reports/module.ts";
import { retainers } from "./retainers/module.ts";
import { sequences } from "./sequences/module.ts";
import { tasks } from "./tasks/module.ts";
import { team } from "./team/module.ts";
import { templates } from "./templates/module.ts";
import { timeline } from "./timeline/module.ts";

export const modules = [
  inquiries,
  accounts,
  contacts,
  relationships,
  deals,
  proposals,
  catalogue,
  payments,
  retainers,
  invoices,
  cash,
  sequences,
  templates,
  outbox,
  tasks,
  documents,
  reports,
  timeline,
  team,
  clientArea,
  notices,
  mailbox,
  meetings,
] as const;

const declared = (modules as readonly Module[]).flatMap(({ rights }) => (typeof rights === "string" ? [] : [rights]));

/** Every area with what can be allowed in it: what modules declare, and what belongs to none of them. */
export const allAreas: readonly AreaRights[] = [...declared, ...ownAreas];
export const allRights: readonly Right[] = allAreas.flatMap(({ area, actions }) =>
  actions.map((action): Right => `${area} ${action}`),
);
