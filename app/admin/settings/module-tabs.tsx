// Tabs that live modules bring to Settings. A tab's content is loaded when it is shown.
import { lazy } from "react";
import { allModules, isAllowed, isLive } from "#app/admin/areas.ts";
import { useLiveModules } from "#app/admin/live-modules.ts";

const all = allModules.flatMap((module) =>
  (module.settings ?? []).map(({ id, label, load, group = "Modules", may: right = "settings edit" }) => ({
    module,
    may: right,
    id,
    label,
    group,
    Part: lazy(load),
  })),
);

export function useModuleTabs() {
  const live = useLiveModules();
  return all.filter((tab) => isLive(tab.module, live) && isAllowed(tab));
}
