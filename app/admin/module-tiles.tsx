// What modules show on the dashboard, as each person has arranged it.
import { lazy, Suspense } from "react";
import { useMedia } from "#app/ui/use-media.ts";
import { allModules, isLive } from "./areas.ts";
import { useLiveModules } from "./live-modules.ts";

const places = ["todo", "overview", "rare"];
const tiles = allModules
  .flatMap((module) =>
    (module.tiles ?? []).map(({ load, name, place = "todo", insteadOf }, index) => {
      return { module, key: `${module.key} ${index}`, name, place: places.indexOf(place), insteadOf, Tile: lazy(load) };
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
  const open = tiles.filter(({ module }) => isLive(module, live));
  return open
    .filter(({ module }) => !open.some(({ insteadOf }) => insteadOf === module.key))
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map((tile) => ({ ...tile, hidden: arranged.some(({ key, hidden }) => key === tile.key && hidden) }));
}

const nothing: readonly ArrangedTile[] = [];

/** In two columns where there is room, one after the other: a short tile leaves no hole beside a tall one. */
export function ModuleTiles({ arranged = nothing }: { arranged?: readonly ArrangedTile[] }) {
  const isWide = useMedia("(width >= 64rem)");
  const shown = useTiles(arranged).filter(({ hidden }) => !hidden);
  const columns = isWide ? [0, 1].map((side) => shown.filter((_, index) => index % 2 === side)) : [shown];
  return columns.map((column, side) => (
    <div key={side} className="grid grid-cols-[minmax(0,1fr)] content-start gap-5 print:contents">
      {column.map(({ key, Tile }) => (
        // Its place is taken before it has come; what has nothing to show takes none. On paper the browser fills the columns with them.
        <div key={key} className="min-w-0 empty:hidden print:pb-5 print:[&_section]:break-inside-avoid">
          <Suspense>
            <Tile />
          </Suspense>
        </div>
      ))}
    </div>
  ));
}
