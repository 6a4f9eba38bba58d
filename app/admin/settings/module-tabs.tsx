// Tabs that live modules bring to Settings. A tab's content is loaded when it is shown.
import { lazy, Suspense } from "react";
import { allModules, isAllowed, isLive } from "#app/admin/areas.ts";
import { useLiveModules } from "#app/admin/live-modules.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import type { SettingsTab } from "./settings-index.tsx";

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

export function useModuleTabs(selected: string): SettingsTab[] {
  const live = useLiveModules();
  return all
    .filter((tab) => isLive(tab.module, live) && isAllowed(tab))
    .map(({ id, label, group, Part }) => ({
      id,
      group,
      label,
      panel: id === selected && (
        <Suspense fallback={<LoadingRows rows={5} />}>
          <Part />
        </Suspense>
      ),
    }));
}
