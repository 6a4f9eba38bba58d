// What modules show on the dashboard.
import { lazy, Suspense } from "react";
import { allModules, isLive } from "./areas.ts";
import { useLiveModules } from "./live-modules.ts";

const tiles = allModules.flatMap((module) =>
  (module.tiles ?? []).map(({ load }, index) => ({ module, key: `${module.key} ${index}`, Tile: lazy(load) })),
);

export function ModuleTiles() {
  const live = useLiveModules();
  return tiles.map(
    ({ module, key, Tile }) =>
      isLive(module, live) && (
        // Its place is taken before it has come.
        <div key={key} className="min-w-0">
          <Suspense>
            <Tile />
          </Suspense>
        </div>
      ),
  );
}
