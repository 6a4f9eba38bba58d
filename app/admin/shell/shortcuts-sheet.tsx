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
    .map(({ name: module, quickActions = [], keys = [] }) => ({
      name: module,
      keys: [
        ...quickActions.map(({ key, name, on: tables }) => ({
          keys: [key.toUpperCase()],
          does: `${name}, on ${tables ? "the page of a person, company or deal" : "every page"}`,
        })),
        ...keys,
      ],
    }));
  const groups = [{ name: "Everywhere and in lists", keys: shortcuts }, ...ofModules];
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts" wide>
      {/* Above the list: a dialog opens at its first control, and this one is to open at its beginning. */}
      <div className="mb-5 border-b border-line pb-4">
        <Checkbox
          label="Use single-key shortcuts in this browser"
          checked={on}
          onChange={(event) => setOn(event.target.checked)}
        />
      </div>
      <div className="gap-x-8 sm:columns-2">
        {groups.map(
          ({ name, keys }) =>
            keys.length > 0 && (
              <section key={name} aria-label={name} className="mb-5 break-inside-avoid">
                <h3 className="mb-2 text-caption font-[640] text-muted">{name}</h3>
                <dl className="grid grid-cols-[5.5rem_1fr] items-baseline gap-x-3 gap-y-2">
                  {keys.map(({ keys: strokes, does }) => (
                    <div key={does} className="contents">
                      <dt className="flex flex-wrap gap-1">
                        {strokes.map((key) => (
                          <kbd key={key} className="rounded-1 border border-control px-1.5 py-px text-xs">
                            {key}
                          </kbd>
                        ))}
                      </dt>
                      <dd>{does}</dd>
                    </div>
                  ))}
                </dl>
              </section>
            ),
        )}
      </div>
    </Dialog>
  );
}
