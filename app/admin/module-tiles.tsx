// What modules show on the dashboard.
import { lazy, Suspense } from "react";
import { allModules, isLive } from "./areas.ts";
import { useLiveModules } from "./live-modules.ts";

const tiles = allModules
  .flatMap((module) =>
    (module.tiles ?? []).map(({ load, rare = false }, index) => {
      return { module, key: `${module.key} ${index}`, rare, Tile: lazy(load) };
    }),
  )
  .toSorted((a, b) => Number(a.rare) - Number(b.rare));

/** `rare`: those that are mostly empty, or the others. */
export function ModuleTiles({ rare }: { rare?: boolean }) {
  const live = useLiveModules();
  return tiles.map(
    ({ module, key, rare: isRare, Tile }) =>
      (rare === undefined || rare === isRare) &&
      isLive(module, live) && (
        // Its place is taken before it has come; what has nothing to show takes none.
        <div key={key} className="min-w-0 empty:hidden">
          <Suspense>
            <Tile />
          </Suspense>
        </div>
      ),
  );
}
