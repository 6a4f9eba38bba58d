// What modules show on the dashboard.
import { lazy, Suspense } from "react";
import { allModules, isLive } from "./areas.ts";
import { useLiveModules } from "./live-modules.ts";

const places = ["todo", "overview", "rare"];
const tiles = allModules
  .flatMap((module) =>
    (module.tiles ?? []).map(({ load, place = "todo" }, index) => {
      return { module, key: `${module.key} ${index}`, place: places.indexOf(place), Tile: lazy(load) };
    }),
  )
  .toSorted((a, b) => a.place - b.place);

export function ModuleTiles() {
  const live = useLiveModules();
  return tiles.map(
    ({ module, key, Tile }) =>
      isLive(module, live) && (
        // Its place is taken before it has come; what has nothing to show takes none. On paper its parts fill the columns.
        <div key={key} className="min-w-0 empty:hidden print:contents">
          <Suspense>
            <Tile />
          </Suspense>
        </div>
      ),
  );
}
