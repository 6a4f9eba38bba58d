// Show, hide and order the tiles of one's own dashboard. Saved with each change.
import { useState } from "react";
import { Button, IconButton } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Switch } from "#app/ui/switch.tsx";
import { type ArrangedTile, useTiles } from "../module-tiles.tsx";
import { useArrange } from "./layout-data.ts";

export function Arrange({ arranged }: { arranged: readonly ArrangedTile[] }) {
  const [open, setOpen] = useState(false);
  const all = useTiles(arranged);
  const named = all.filter(({ name }) => name !== undefined);
  const arrange = useArrange();
  if (named.length === 0) return null;
  const move = (from: number, to: number) => {
    const next = named.map(({ key, hidden }) => ({ key, hidden }));
    const [tile] = next.splice(from, 1);
    if (tile) next.splice(to, 0, tile);
    arrange.mutate(next);
  };
  const show = (key: string, shown: boolean) =>
    arrange.mutate(named.map((tile) => ({ key: tile.key, hidden: tile.key === key ? !shown : tile.hidden })));
  return (
    <>
      <Button variant="line" size="compact" className="bg-surface print:hidden" onClick={() => setOpen(true)}>
        Arrange
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Arrange your dashboard"
        footer={
          <Button size="dialog" onClick={() => setOpen(false)}>
            Done
          </Button>
        }
      >
        <p className="text-caption text-muted">For you alone. It is saved as you go.</p>
        <ol aria-label="Tiles" className="mt-3">
          {named.map(({ key, name, hidden }, at) => (
            <li key={key} className="flex items-center gap-2 border-b border-line py-2 last:border-0">
              <span className="min-w-0 grow font-semibold">{name}</span>
              <IconButton
                name="chevron"
                size="compact"
                className="rotate-180"
                label={`Move ${name} up`}
                disabled={at === 0}
                onClick={() => move(at, at - 1)}
              />
              <IconButton
                name="chevron"
                size="compact"
                label={`Move ${name} down`}
                disabled={at === named.length - 1}
                onClick={() => move(at, at + 1)}
              />
              <Switch label={`Show ${name}`} checked={!hidden} onChange={(shown) => show(key, shown)} />
            </li>
          ))}
        </ol>
      </Dialog>
    </>
  );
}
