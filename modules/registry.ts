// Every module, in the order of the sidebar. Sidebar, palette, routes, dashboard tiles, panels on records' pages, switches, and on
// the server routes and jobs, all derive from this list. A new module: its folder and one line here.
import { accounts } from "./accounts/module.ts";
import { contacts } from "./contacts/module.ts";
import { deals } from "./deals/module.ts";
import { documents } from "./documents/module.ts";
import { inquiries } from "./inquiries/module.ts";
import { outbox } from "./outbox/module.ts";
import { payments } from "./payments/module.ts";
import { proposals } from "./proposals/module.ts";
import { reports } from "./reports/module.ts";
import { sequences } from "./sequences/module.ts";
import { tasks } from "./tasks/module.ts";
import { templates } from "./templates/module.ts";
import { timeline } from "./timeline/module.ts";

export const modules = [
  inquiries,
  accounts,
  contacts,
  deals,
  proposals,
  payments,
  sequences,
  templates,
  outbox,
  tasks,
  documents,
  reports,
  timeline,
] as const;
