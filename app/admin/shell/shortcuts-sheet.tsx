import { allModules, isLive } from "#app/admin/areas.ts";
import { useLiveModules } from "#app/admin/live-modules.ts";
import { Checkbox } from "#app/ui/field.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { useSingleKeySetting } from "#app/ui/use-shortcut.ts";
import { shortcuts } from "./shortcuts.ts";

export function ShortcutsSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [on, setOn] = useSingleKeySetting();
  const live = useLiveModules();
  const ofModules = allModules
    .filter((module) => isLive(module, live))
    .flatMap(({ quickActions = [], keys = [] }) => [
      ...quickActions.map(({ key, name, on: tables }) => ({
        keys: [key.toUpperCase()],
        does: `${name}, on ${tables ? "the page of a person, company or deal" : "every page"}`,
      })),
      ...keys,
    ]);
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts" narrow>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-5 gap-y-2.5">
        {[...shortcuts, ...ofModules].map(({ keys, does }) => (
          <div key={does} className="contents">
            <dt className="flex gap-1">
              {keys.map((key) => (
                <kbd key={key} className="rounded-1 border border-control px-1.5 py-px text-xs">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-5 border-t border-line pt-4">
        <Checkbox
          label="Use single-key shortcuts in this browser"
          checked={on}
          onChange={(event) => setOn(event.target.checked)}
        />
      </div>
    </Dialog>
  );
}
