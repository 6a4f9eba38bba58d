// Ctrl/Cmd+K: pages, actions and records in one field.
import { useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useSession } from "#app/auth/session.tsx";
import { Icon, type IconName, isIconName } from "#app/ui/icon.tsx";
import { flipTheme } from "#app/ui/theme.ts";
import { viewAddress, viewsQuery } from "#app/records/views/views-data.ts";
import { allModules, areasOf, isLive, listPathOf } from "../areas.ts";
import { useLiveModules } from "../live-modules.ts";
import { bestFirst, bestGroupFirst } from "./best-first.ts";
import { foundRecordsQuery, recordActions } from "./found-records.ts";
import { useQuickActions } from "./quick-actions.tsx";

interface Entry {
  /** Unique among all entries. */
  value: string;
  name: string;
  detail?: string;
  icon: IconName;
  act: () => void;
}

const item =
  "flex cursor-pointer items-center gap-2.5 rounded-1 px-2.5 py-2 data-[selected=true]:bg-nil max-sm:min-h-11";
const group =
  "[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted";

export default function CommandPalette({
  typedAhead,
  onClose,
  onQuickAction,
}: {
  /** What was typed before this was there. */
  typedAhead: RefObject<string>;
  onClose: () => void;
  onQuickAction: (name: string) => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [term, setTerm] = useState("");
  // The browser would focus the first thing in the dialog that can have it, which is the frame around the list.
  useLayoutEffect(() => {
    dialog.current?.showModal();
    input.current?.focus();
    // oxlint-disable-next-line react/set-state-in-effect -- what was typed before the field was there is known only now
    setTerm(typedAhead.current);
  }, [typedAhead]);
  const { groups, searching } = useEntries(term, onClose, onQuickAction);
  // Records come a moment after the letters; Enter then opens the best answer, unless one has moved on since.
  const first = groups[0]?.entries[0]?.value;
  const [picked, setPicked] = useState<{ value: string; first: string | undefined }>({ value: "", first: undefined });
  const chosen = first && picked.first !== first ? first : picked.value;

  return (
    <dialog
      ref={dialog}
      aria-label="Search"
      onClose={onClose}
      onPointerDown={(event) => event.target === event.currentTarget && onClose()}
      className="mx-auto mt-[12vh] mb-auto w-[min(38rem,calc(100vw-1.5rem))] rounded-2 rounded-br-turn-dialog border border-line bg-surface p-0 text-ui text-ink shadow-3 backdrop:bg-scrim"
    >
      <Command
        label="Search"
        shouldFilter={false}
        loop
        value={chosen}
        onValueChange={(value) => setPicked({ value, first })}
        className="flex max-h-[70dvh] flex-col outline-none"
      >
        <div className="flex items-center gap-2.5 border-b border-line px-4">
          <Icon name="search" className="size-4.5 text-muted" />
          <Command.Input
            ref={input}
            value={term}
            onValueChange={setTerm}
            maxLength={200}
            placeholder="Search everything, by name, words or number"
            className="min-h-12 w-full bg-transparent outline-none"
          />
        </div>
        <Command.List className="overflow-y-auto p-2">
          <Command.Empty className="px-2.5 py-6 text-muted">{searching ? "Loading..." : "Nothing found"}</Command.Empty>
          {groups.map(({ heading, entries }) => (
            <Command.Group key={heading} heading={heading} className={group}>
              {entries.map((entry) => (
                <Command.Item key={entry.value} value={entry.value} onSelect={entry.act} className={item}>
                  <Icon name={entry.icon} className="size-4.25 text-muted" />
                  <span dir="auto" className="truncate">
                    {entry.name}
                  </span>
                  {entry.detail && (
                    <span dir="auto" className="ml-auto max-w-1/2 truncate text-caption text-muted">
                      {entry.detail}
                    </span>
                  )}
                </Command.Item>
              ))}
            </Command.Group>
          ))}
        </Command.List>
      </Command>
    </dialog>
  );
}

/** What answers the term, best first. Before anything is typed: every page and action, in their own order. */
function useEntries(term: string, onClose: () => void, onQuickAction: (name: string) => void) {
  const navigate = useNavigate();
  const { signOut } = useSession();
  const live = useLiveModules();
  const quickActions = useQuickActions();
  const found = useQuery(foundRecordsQuery(term, live));
  const typed = term.trim() !== "";

  const run = (action: () => void) => () => {
    onClose();
    action();
  };
  const go = (path: string) => run(() => void navigate(path));
  const matches = ({ name, detail = "" }: { name: string; detail?: string }) =>
    `${name} ${detail}`.toLowerCase().includes(term.trim().toLowerCase());
  const records = (typed ? (found.data ?? []) : []).map(({ heading, icon, rows }) => ({
    heading,
    entries: rows
      // While the answer to the latest letter is on its way, of the one before only what still fits.
      .filter((row) => !found.isPlaceholderData || matches(row))
      .map(({ id, name, detail, to }): Entry => ({ value: id, name, detail, icon, act: go(to) })),
  }));
  const pages = areasOf(live).map(({ path, name, icon }): Entry => ({ value: path, name, icon, act: go(path) }));
  const actions: Entry[] = [
    ...quickActions.map(({ name, icon }): Entry => ({
      value: name,
      name,
      icon: isIconName(icon) ? icon : "plus",
      act: run(() => onQuickAction(name)),
    })),
    ...recordActions(live).map(({ name, icon, to }): Entry => ({ value: name, name, icon, act: go(to) })),
    { value: "security", name: "Account security", icon: "lock", act: go("/admin/settings/security") },
    { value: "theme", name: "Switch theme", icon: "moon", act: run(flipTheme) },
    { value: "site", name: "Back to Site", icon: "back", act: run(() => location.assign("/")) },
    { value: "sign-out", name: "Sign Out", icon: "sign-out", act: run(() => void signOut()) },
  ];
  const views = (useQuery(viewsQuery).data ?? []).flatMap((view): Entry[] => {
    const module = allModules.find(({ entity }) => entity?.table === view.entity);
    if (!module?.entity || !isLive(module, live)) return [];
    const to = viewAddress(module.entity, listPathOf(module), view);
    return [{ value: view.id, name: view.name, detail: `View of ${module.entity.many}`, icon: "stack", act: go(to) }];
  });
  const groups = [
    ...records,
    { heading: "Views", entries: views.filter(matches) },
    { heading: "Pages", entries: pages.filter(matches) },
    { heading: "Actions", entries: actions.filter(matches) },
  ].filter(({ entries }) => entries.length > 0);
  if (!typed) return { groups, searching: false };
  const sorted = groups.map(({ heading, entries }) => ({ heading, entries: bestFirst(entries, term) }));
  return { groups: bestGroupFirst(sorted, term), searching: found.isFetching };
}
