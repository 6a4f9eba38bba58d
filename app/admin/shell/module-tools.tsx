// What live modules have in the top bar.
import { lazy, Suspense } from "react";
import { allModules, isLive } from "../areas.ts";
import { useLiveModules } from "../live-modules.ts";

const tools = allModules.flatMap((module) => (module.topBar ? [{ module, Tool: lazy(module.topBar) }] : []));

export function ModuleTools() {
  const live = useLiveModules();
  return tools
    .filter(({ module }) => isLive(module, live))
    .map(({ module, Tool }) => (
      <Suspense key={module.key} fallback={<span className="size-8 max-sm:size-10" />}>
        <Tool />
      </Suspense>
    ));
}
