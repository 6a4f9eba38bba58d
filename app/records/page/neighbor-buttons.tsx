import { Icon } from "#app/ui/icon.tsx";
import { useShortcut } from "#app/ui/use-shortcut.ts";
import { formatNumber } from "#app/lib/formats.ts";
import type { Neighbors } from "./opened-list.ts";

/** The record before and after this one in the list it was opened from; K and J. */
export function NeighborButtons({ neighbors: { place, count, previous, next } }: { neighbors: Neighbors }) {
  useShortcut("j", () => next?.());
  useShortcut("k", () => previous?.());
  return (
    <span className="ml-auto flex shrink-0 items-center gap-1">
      <span className="mr-1 text-muted">
        {formatNumber(place)}
        {count !== null && ` of ${formatNumber(count)}`}
      </span>
      {(
        [
          ["Previous in the list (K)", "rotate-180", previous],
          ["Next in the list (J)", "", next],
        ] as const
      ).map(([label, turn, go]) => (
        <button
          key={label}
          type="button"
          aria-label={label}
          data-icon-button=""
          disabled={go === null}
          onClick={() => go?.()}
          className="inline-grid size-8.5 place-items-center rounded-1 border border-control bg-surface hover:bg-shade disabled:border-line disabled:text-muted max-sm:size-10"
        >
          <Icon name="chevron" className={`size-4 ${turn}`} />
        </button>
      ))}
    </span>
  );
}
