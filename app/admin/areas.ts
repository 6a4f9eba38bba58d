// The areas of the back office, as sidebar, command palette and routes show them: its own, and those of the modules.
import type { Area, Module } from "#domain/module.ts";
import type { Right } from "#domain/rights.ts";
import { may, mayAll, mayAnywhere } from "#app/lib/access.ts";
import { modules } from "#modules/registry.ts";
import type { IconName } from "#app/ui/icon.tsx";

export interface ShellArea {
  /** "/admin/crm". */
  path: string;
  name: string;
  icon: IconName;
  group: Area["group"] | "System" | null;
  /** False: its row says "Soon", its page "Coming Soon". */
  open: boolean;
}

/** All of them, without the exact type of each. */
export const allModules: readonly Module[] = modules;

const areaOf = ({ rights }: Module) => (typeof rights === "string" ? rights : rights.area);
/** Whether the signed-in person may read what it shows. */
export const isReadable = (module: Module) => may(areaOf(module), "read");
export const isOn = (module: Module, live: ReadonlySet<string>) =>
  module.built && (module.live === "always" || live.has(module.key));

/** `live` holds the keys of the modules that are switched on. What someone may not read is not there for them. */
export const isLive = (module: Module, live: ReadonlySet<string>) => isOn(module, live) && isReadable(module);

/** What an action of a module asks for. */
export const isAllowed = ({ may: right }: { may?: Right }) => right === undefined || mayAll([right]);

/** Whether a switched module has figures on the dashboard: then no sample is shown. */
export const hasLiveFigures = (live: ReadonlySet<string>) =>
  allModules.some((module) => module.live === "switched" && module.figures && isLive(module, live));

/** Pages that belong to no module, and who may open them. */
const ownPages: Readonly<Record<string, () => boolean>> = {
  "/admin/test": () => may("settings", "edit"),
  "/admin/audit": () => may("audit", "read"),
  "/admin/duplicates": () => may("crm", "edit"),
  "/admin/trash": () => mayAnywhere("delete"),
  "/admin/first-run": () => may("settings", "edit"),
};
export const mayOpen = (path: string) => ownPages[path.replace(/\/$/, "")]?.() ?? true;

/** In the order of the sidebar. */
export const areasOf = (live: ReadonlySet<string>): ShellArea[] => allAreas(live).filter(({ path }) => mayOpen(path));

const allAreas = (live: ReadonlySet<string>): ShellArea[] => [
  { path: "/admin", name: "Dashboard", icon: "dashboard", group: null, open: true },
  ...modules.flatMap((module): ShellArea[] => {
    if (!("area" in module) || typeof module.area === "string") return [];
    const open = isLive(module, live);
    if (!open && isOn(module, live)) return [];
    return open || "soon" in module ? [{ ...module.area, path: `/admin/${module.area.path}`, open }] : [];
  }),
  { path: "/admin/test", name: "System Tests", icon: "flask", group: "System", open: true },
  // The specified sidebar is that of a back office with every module off.
  ...(live.size > 0
    ? ([
        { path: "/admin/audit", name: "Audit Log", icon: "list", group: "System", open: true },
        { path: "/admin/duplicates", name: "Duplicates", icon: "stack", group: "System", open: true },
        { path: "/admin/trash", name: "Trash", icon: "trash", group: "System", open: true },
      ] as const)
    : []),
  { path: "/admin/settings", name: "Settings", icon: "gear", group: "System", open: true },
];

/** The path below /admin of the area that a module is found in; null for one without. */
export const areaPathOf = ({ area }: Module) => (typeof area === "object" ? area.path : (area ?? null));

/** The modules whose lists are in an area ("crm"), as its tabs. */
export const modulesIn = (path: string): Module[] => allModules.filter((module) => areaPathOf(module) === path);

/** Where a module's records are listed: the first tab of an area needs no mention. */
export function listPathOf(module: Module): string {
  const path = areaPathOf(module);
  const first = modulesIn(path ?? "")[0];
  return `/admin/${path}${first === module ? "" : `?tab=${module.key}`}`;
}

/** The areas whose tables tell open back offices of their changes. */
export const moduleAreas: ReadonlySet<string> = new Set(allModules.map(areaOf));
