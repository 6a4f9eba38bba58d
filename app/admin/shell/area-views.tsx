// The saved views of an area's lists, below its row in the sidebar, each with how many records it has.
import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "react-router";
import type { Entity } from "#domain/entity.ts";
import {
  countWords,
  type SavedView,
  viewAddress,
  viewCountQuery,
  viewsOf,
  viewsQuery,
} from "#app/records/views/views-data.ts";
import { isLive, listPathOf, modulesIn } from "../areas.ts";
import { useLiveModules } from "../live-modules.ts";

export function AreaViews({ path, onNavigate }: { path: string; onNavigate: (() => void) | undefined }) {
  const views = useQuery(viewsQuery).data;
  const live = useLiveModules();
  const shown = modulesIn(path.replace("/admin/", "")).flatMap((module) =>
    module.entity && isLive(module, live)
      ? viewsOf(views, module.entity).map((view) => ({ view, entity: module.entity!, list: listPathOf(module) }))
      : [],
  );
  if (shown.length === 0) return null;
  return (
    <ul className="mb-1 ml-4.5 border-l border-line pl-2">
      {shown.map((each) => (
        <ViewLink key={each.view.id} {...each} onNavigate={onNavigate} />
      ))}
    </ul>
  );
}

function ViewLink({
  view,
  entity,
  list,
  onNavigate,
}: {
  view: SavedView;
  entity: Entity;
  list: string;
  onNavigate: (() => void) | undefined;
}) {
  const { search } = useLocation();
  const count = useQuery(viewCountQuery(entity, view)).data;
  const isOpen = new URLSearchParams(search).get("saved") === view.id;
  return (
    <li>
      <Link
        to={viewAddress(entity, list, view)}
        onClick={onNavigate}
        aria-current={isOpen ? "true" : undefined}
        className="flex min-h-7 items-center gap-2 rounded-1 px-2 text-caption -outline-offset-2 hover:bg-shade aria-[current=true]:font-[620] max-lg:min-h-11"
      >
        <bdi className="truncate">{view.name}</bdi>
        {count !== undefined && <span className="ml-auto text-xs text-muted">{countWords(count)}</span>}
      </Link>
    </li>
  );
}
