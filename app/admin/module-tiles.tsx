// What modules show on the dashboard, as each person has arranged it.
import { lazy, Suspense } from "react";
import { allModules, isLive } from "./areas.ts";
import { useLiveModules } from "./live-modules.ts";

const places = ["todo", "overview", "rare"];
const tiles = allModules
  .flatMap((module) =>
    (module.tiles ?? []).map(({ load, name, place = "todo" }, index) => {
      return { module, key: `${module.key} ${index}`, name, place: places.indexOf(place), Tile: lazy(load) };
    }),
  )
  .toSorted((a, b) => a.place - b.place);

export interface ArrangedTile {
  key: string;
  hidden: boolean;
}

/** Those of live modules in the person's order; what they have not arranged comes after it, in its own. */
export function useTiles(arranged: readonly ArrangedTile[]) {
  const live = useLiveModules();
  const placeOf = ({ key }: { key: string }) => {
    const place = arranged.findIndex((each) => each.key === key);
    return place === -1 ? arranged.length : place;
  };
  return tiles
    .filter(({ module }) => isLive(module, live))
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map((tile) => ({ ...tile, hidden: arranged.some(({ key, hidden }) => key === tile.key && hidden) }));
}

const nothing: readonly ArrangedTile[] = [];

export function ModuleTiles({ arranged = nothing }: { arranged?: readonly ArrangedTile[] }) {
  return useTiles(arranged).map(
    ({ key, hidden, Tile }) =>
      !hidden && (
        // Its place is taken before it has come; what has nothing to show takes none. On paper its parts fill the columns.
        <div key={key} className="min-w-0 empty:hidden print:contents">
          <Suspense>
            <Tile />
          </Suspense>
        </div>
      ),
  );
}
