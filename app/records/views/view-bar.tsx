// Which saved view a list shows, whether it was changed, and what can be done about that.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { Menu, MenuItem, MenuTrigger } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import type { Entity } from "#domain/entity.ts";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { floating, floatingItem, useTopLayer } from "#app/ui/compact/top-layer.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { useShortcut } from "#app/ui/use-shortcut.ts";
import { useRecordsContext } from "../records-context.ts";
import {
  type Changes,
  definitionChanges,
  definitionOf,
  isSameView,
  type ListView,
  readListView,
} from "../list/list-view.ts";
import { ViewDialog } from "./view-dialog.tsx";
import { defaultOf, type SavedView, useDeleteView, useSaveView, viewsOf, viewsQuery } from "./views-data.ts";

interface ViewProps {
  entity: Entity;
  view: ListView;
  /** The address, as it is. */
  params: URLSearchParams;
  onChange: (changes: Changes, replace?: boolean) => void;
}

/** In the address in place of a view's id: no view, though there is a default. */
const noView = "all";
const own = ["search", "filter", "match", "sort", "columns", "saved", "archived", "page", "size"];

export function useSavedView({ entity, view, params, onChange }: ViewProps) {
  const all = viewsOf(useQuery(viewsQuery).data, entity);
  const saved = all.find(({ id }) => id === view.saved);
  const plain = definitionOf(readListView(new URLSearchParams(), entity));
  const now = definitionOf(view);
  const standard = defaultOf(all);
  const isBare =
    ![...own, ...(entity.narrowing?.params ?? [])].some((name) => params.has(name)) && isSameView(now, plain);
  const openDefault = useEffectEvent(() => {
    if (standard) onChange(definitionChanges(entity, standard.definition, standard.id), true);
  });
  useEffect(() => {
    if (isBare && standard) openDefault();
  }, [isBare, standard]);
  return {
    all,
    saved,
    now,
    isChanged: !isSameView(now, saved?.definition ?? plain),
    open: (next: SavedView | null) =>
      onChange(
        next
          ? definitionChanges(entity, next.definition, next.id)
          : definitionChanges(entity, plain, standard ? noView : null),
      ),
  };
}

export function ViewMenu({ views, entity }: { views: ReturnType<typeof useSavedView>; entity: Entity }) {
  const [open, setOpen] = useState(false);
  const { layer, raise } = useTopLayer();
  const show = (next: boolean) => {
    if (next) raise();
    setOpen(next);
  };
  const { all, saved } = views;
  useShortcut("v", () => all.length > 0 && show(true));
  if (all.length === 0) return null;
  const every = `All ${entity.many}`;
  return layer(
    <MenuTrigger isOpen={open} onOpenChange={show}>
      <AriaButton
        aria-label={`View: ${saved?.name ?? every}`}
        className="inline-flex min-h-8.5 max-w-60 items-center gap-1.5 rounded-1 rounded-br-turn-sm border border-control px-3 text-caption font-semibold hover:border-ink hover:bg-shade max-sm:min-h-10.5"
      >
        <Icon name="stack" className="size-4" />
        <span className="truncate">{saved?.name ?? every}</span>
        <Icon name="chevron" className="size-3.5" />
      </AriaButton>
      <Popover placement="bottom start" offset={6} className={classNames(floating, "max-h-96 min-w-52")}>
        <Menu
          aria-label="Views"
          selectionMode="single"
          selectedKeys={[saved?.id ?? noView]}
          onAction={(id) => views.open(all.find((each) => each.id === id) ?? null)}
          className="outline-none"
        >
          {[{ id: noView, name: every, shared: false, is_default: false }, ...all].map((each) => (
            <MenuItem
              key={each.id}
              id={each.id}
              textValue={each.name}
              className={classNames(floatingItem, "group flex items-center gap-2.5")}
            >
              <Icon name="check" className="size-4 opacity-0 group-data-[selected]:opacity-100" />
              <bdi className="truncate">{each.name}</bdi>
              <span className="ml-auto pl-4 text-xs text-muted">
                {[each.is_default && "default", each.shared && "for all"].filter(Boolean).join(", ")}
              </span>
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>,
  );
}

/** "Changed", and save, save as, reset; of a view as it is saved, its settings. */
export function ViewChanges({
  views,
  entity,
  onChange,
}: {
  views: ReturnType<typeof useSavedView>;
  entity: Entity;
  onChange: (changes: Changes, replace?: boolean) => void;
}) {
  const { userId } = useRecordsContext();
  const [dialog, setDialog] = useState<"new" | "settings" | null>(null);
  const save = useSaveView();
  const remove = useDeleteView();
  const { saved, isChanged, now } = views;
  const keep = (id: string) => onChange({ saved: id }, true);
  const fresh = { id: null, entity: entity.table, name: "", shared: false, is_default: false, definition: now };
  if (!saved && !isChanged) return null;
  return (
    <div className="ml-auto flex flex-wrap items-center gap-2">
      {saved && isChanged && <span className="text-caption font-semibold text-dev">Changed</span>}
      {saved && isChanged && (saved.owner_id === userId || saved.shared) && (
        <Button size="compact" disabled={save.isPending} onClick={() => save.mutate({ ...saved, definition: now })}>
          Save
        </Button>
      )}
      {isChanged && (
        <Button variant="line" size="compact" onClick={() => setDialog("new")}>
          {saved ? "Save as..." : "Save view..."}
        </Button>
      )}
      {saved && isChanged && (
        <Button variant="line" size="compact" onClick={() => views.open(saved)}>
          Reset
        </Button>
      )}
      {saved && !isChanged && (
        <>
          <Button variant="line" size="compact" icon="edit" onClick={() => setDialog("settings")}>
            View
          </Button>
          <Button
            variant="line"
            size="compact"
            icon="trash"
            disabled={remove.isPending}
            onClick={() => remove.mutate(saved, { onSuccess: () => onChange({ saved: null }, true) })}
          >
            Delete view
          </Button>
        </>
      )}
      {dialog === "new" && <ViewDialog view={fresh} onClose={() => setDialog(null)} onSaved={keep} />}
      {dialog === "settings" && saved && (
        <ViewDialog view={saved} saved={saved} onClose={() => setDialog(null)} onSaved={() => {}} />
      )}
    </div>
  );
}
