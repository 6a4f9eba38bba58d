// What a module tells the rest: plain data, and parts of screens that are loaded when they are shown. Read by the browser, by
// the build (routes) and by the server, so a `module.ts` imports nothing but this folder, content and its own plain files.
import type { ComponentType } from "react";
import type { Entity } from "./entity.ts";

/** A part of a screen, loaded when it is shown: `() => import("./contacts-of-account.tsx")`. */
export type Part<Props> = () => Promise<{ default: ComponentType<Props> }>;

export interface Area {
  /** Below /admin: "crm". */
  path: string;
  name: string;
  icon: string;
  group: "Clients" | "Outreach" | "Work";
}

export interface Module {
  key: string;
  name: string;
  /** What it does, in a few words, for whoever decides whether to switch it on. */
  about?: string;
  /** What has to be there before it can be live: another module, or an outside service that is set up. */
  needs?: readonly ({ module: string } | { integration: string })[];
  icon: string;
  /** Its row in the sidebar; or the path of an area that another module has, as whose tab it appears. */
  area?: Area | string;
  /** Always there, or switched on by an administrator in Settings. */
  live: "always" | "switched";
  /** While it is off: a row with the word "Soon" and a page "Coming Soon". Without it, it is not there at all. */
  soon?: true;
  /** False while its screens do not exist; then it cannot be switched on. */
  built: boolean;
  /** Its records get a list, pages, dialogs, search and CSV from the kit. */
  entity?: Entity;
  /** Screens of its own: a path below /admin and a file in the module's folder. */
  routes?: readonly { path: string; file: string }[];
  /** On the pages of other modules' records (`of` is their table), or of its own. */
  panels?: readonly { of: string; place: "main" | "side" | "actions"; load: Part<{ record: { id: string } }> }[];
  /** On the dashboard. */
  tiles?: readonly { load: Part<object> }[];
  /** Has a `server.ts`: routes and jobs. */
  server?: true;
}
