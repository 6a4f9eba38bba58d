// What live modules can check about themselves.
import { lazy, Suspense } from "react";
import { allModules, isLive } from "#app/admin/areas.ts";
import { useLiveModules } from "#app/admin/live-modules.ts";

const all = allModules.flatMap((module) =>
  (module.systemTests ?? []).map(({ load }, index) => ({ module, key: `${module.key} ${index}`, Part: lazy(load) })),
);

export function ModuleChecks() {
  const live = useLiveModules();
  return all
    .filter(({ module }) => isLive(module, live))
    .map(({ key, Part }) => (
      <Suspense key={key}>
        <Part />
      </Suspense>
    ));
}
