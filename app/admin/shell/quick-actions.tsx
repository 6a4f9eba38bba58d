// What modules let one begin on every page, by a key or from the palette: a dialog over whatever is open.
import { lazy, Suspense, useMemo } from "react";
import { useLocation } from "react-router";
import type { Module, QuickAction, RecordAt } from "#domain/module.ts";
import { allModules, isAllowed, isLive } from "#app/admin/areas.ts";
import { useLiveModules } from "#app/admin/live-modules.ts";
import { useShortcut } from "#app/ui/use-shortcut.ts";

const actions = allModules.flatMap((module: Module) =>
  (module.quickActions ?? []).map((action) => ({ ...action, module, Dialog: lazy(action.load) })),
);

export function useQuickActions(): readonly Omit<QuickAction, "load">[] {
  const live = useLiveModules();
  return useMemo(() => actions.filter((action) => isLive(action.module, live) && isAllowed(action)), [live]);
}

/** What one module begins on the page of another: "Add a next step" on a deal's card opens the dialog of tasks. */
export const quickActionOf = (key: string) => actions.find(({ module }) => module.key === key)?.name ?? null;

/** `open` is the name of the action whose dialog is shown, `at` the record it is about: otherwise the one whose page is open. */
export function QuickActions({
  open,
  at,
  onOpen,
  onClose,
}: {
  open: string | null;
  at: RecordAt | null;
  onOpen: (name: string) => void;
  onClose: () => void;
}) {
  const live = useQuickActions();
  const { pathname } = useLocation();
  const page = recordAt(pathname);
  const opened = actions.find(({ name }) => name === open);
  return (
    <>
      {live
        .filter(({ on }) => !on || on.includes(page?.table ?? ""))
        .map(({ name, key }) => (
          <Key key={key} letter={key} onPress={() => onOpen(name)} />
        ))}
      {opened && (
        <Suspense fallback={<output className="sr-only">Loading...</output>}>
          <opened.Dialog onClose={onClose} at={at ?? page} />
        </Suspense>
      )}
    </>
  );
}

function Key({ letter, onPress }: { letter: string; onPress: () => void }) {
  useShortcut(letter, onPress);
  return null;
}

/** The record whose page this is. */
function recordAt(pathname: string): RecordAt | null {
  for (const { entity } of allModules) {
    const id = entity && pathname.startsWith(`${entity.page}/`) ? pathname.slice(entity.page.length + 1) : "";
    if (entity && /^[0-9a-f-]{36}$/i.test(id)) return { table: entity.table, id };
  }
  return null;
}
