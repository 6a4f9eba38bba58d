// Ctrl/Cmd+K: pages, actions and records in one field.
import { useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useSession } from "#app/auth/session.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { flipTheme } from "#app/ui/theme.ts";
import { areasOf } from "../areas.ts";
import { useLiveModules } from "../live-modules.ts";
import { foundRecordsQuery, recordActions } from "./found-records.ts";

const item =
  "flex cursor-pointer items-center gap-2.5 rounded-1 px-2.5 py-2 data-[selected=true]:bg-nil max-sm:min-h-11";
const group =
  "[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted";

export default function CommandPalette({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const { signOut } = useSession();
  const [term, setTerm] = useState("");
  const live = useLiveModules();
  const found = useQuery(foundRecordsQuery(term, live));
  useEffect(() => dialog.current?.showModal(), []);
  // Records come a moment after the letters; Enter then opens the first of them, unless one has moved on since.
  const first = found.data?.find(({ rows }) => rows.length > 0)?.rows[0]?.id;
  const [picked, setPicked] = useState<{ value: string; first: string | undefined }>({ value: "", first: undefined });
  const chosen = first && picked.first !== first ? first : picked.value;

  const run = (action: () => void) => () => {
    onClose();
    action();
  };
  const go = (path: string) => run(() => void navigate(path));
  const matches = (text: string) => text.toLowerCase().includes(term.trim().toLowerCase());
  const allActions: [string, IconName, () => void][] = [
    ...recordActions(live).map(({ name, icon, to }): [string, IconName, () => void] => [name, icon, go(to)]),
    ["Account security", "lock", go("/admin/settings/security")],
    ["Switch theme", "moon", run(flipTheme)],
    ["Back to Site", "back", run(() => location.assign("/"))],
    ["Sign Out", "sign-out", run(() => void signOut())],
  ];
  const actions = allActions.filter(([name]) => matches(name));
  const pages = areasOf(live).filter(({ name }) => matches(name));

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
        className="flex max-h-[70dvh] flex-col"
      >
        <div className="flex items-center gap-2.5 border-b border-line px-4">
          <Icon name="search" className="size-4.5 text-muted" />
          <Command.Input
            autoFocus
            value={term}
            onValueChange={setTerm}
            maxLength={200}
            placeholder="Search pages, accounts and contacts"
            className="min-h-12 w-full bg-transparent outline-none"
          />
        </div>
        <Command.List className="overflow-y-auto p-2">
          <Command.Empty className="px-2.5 py-6 text-muted">
            {found.isFetching ? "Loading..." : "Nothing found"}
          </Command.Empty>
          {found.data?.map(({ heading, icon, page, rows }) => (
            <Entries key={heading} {...{ heading, icon, rows }} onChoose={(id) => go(`${page}/${id}`)} />
          ))}
          {pages.length > 0 && (
            <Command.Group heading="Pages" className={group}>
              {pages.map((area) => (
                <Command.Item key={area.path} value={area.path} onSelect={go(area.path)} className={item}>
                  <Icon name={area.icon} className="size-4.25 text-muted" />
                  {area.name}
                </Command.Item>
              ))}
            </Command.Group>
          )}
          {actions.length > 0 && (
            <Command.Group heading="Actions" className={group}>
              {actions.map(([name, icon, act]) => (
                <Command.Item key={name} value={name} onSelect={act} className={item}>
                  <Icon name={icon} className="size-4.25 text-muted" />
                  {name}
                </Command.Item>
              ))}
            </Command.Group>
          )}
        </Command.List>
      </Command>
    </dialog>
  );
}

interface Found {
  id: string;
  name: string;
  detail: string;
}

function Entries({
  heading,
  rows,
  icon,
  onChoose,
}: {
  heading: string;
  rows: Found[];
  icon: IconName;
  onChoose: (id: string) => () => void;
}): ReactNode {
  if (rows.length === 0) return null;
  return (
    <Command.Group heading={heading} className={group}>
      {rows.map((row) => (
        <Command.Item key={row.id} value={row.id} onSelect={onChoose(row.id)} className={item}>
          <Icon name={icon} className="size-4.25 text-muted" />
          <span dir="auto" className="truncate">
            {row.name}
          </span>
          <span dir="auto" className="ml-auto max-w-1/2 truncate text-caption text-muted">
            {row.detail}
          </span>
        </Command.Item>
      ))}
    </Command.Group>
  );
}
