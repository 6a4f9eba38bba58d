// What the command palette finds and offers: the records and actions of every module that is live.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { capitalised } from "#domain/entity.ts";
import type { Module } from "#domain/module.ts";
import { may } from "#app/lib/access.ts";
import { unwrap } from "#app/lib/request-error.ts";
import { searchTerm } from "#app/lib/search-term.ts";
import { supabase } from "#app/lib/supabase.ts";
import { rowsOf } from "#app/lib/typed-answers.ts";
import { isIconName, type IconName } from "#app/ui/icon.tsx";
import { allModules, isLive, listPathOf } from "../areas.ts";

export interface FoundGroup {
  heading: string;
  icon: IconName;
  rows: { id: string; name: string; detail: string; to: string }[];
}

interface Found {
  /** The module's key. */
  module: string;
  id: string;
  title: string;
  detail: string | null;
  /** The record whose page shows it, where it has no page. */
  at_table: string | null;
  at_id: string | null;
}

const withRecords = (live: ReadonlySet<string>) => allModules.filter((module) => module.entity && isLive(module, live));

/** Where a record that was found is opened. */
export function addressOf(module: Module, { id, title, at_table, at_id }: Found): string {
  const at = at_table && at_id ? allModules.find(({ entity }) => entity?.table === at_table)?.entity : undefined;
  if (at) return `${at.page}/${at_id}`;
  if (module.entity) return `${module.entity.page}/${id}`;
  return (module.foundAt ?? listPathOf(module))
    .replace("{id}", id)
    .replace("{title}", encodeURIComponent(title.split(" ")[0] ?? ""));
}

/** A few of each kind, in the order of the sidebar: one question, which the database answers for every module that is on. */
async function findEverything(term: string, live: ReadonlySet<string>, signal: AbortSignal): Promise<FoundGroup[]> {
  const found = rowsOf<Found>(
    unwrap(
      await supabase()
        .rpc("find_everything", { term: searchTerm(term), most: 5 }, { get: true })
        .abortSignal(signal),
    ),
  );
  return allModules
    .filter((module) => isLive(module, live))
    .map((module) => {
      const theirs = new Map<string, FoundGroup["rows"][number]>();
      for (const each of found)
        if (each.module === module.key && !theirs.has(each.id))
          theirs.set(each.id, {
            id: each.id,
            name: each.title,
            detail: each.detail ?? "",
            to: addressOf(module, each),
          });
      const { name, icon } = module;
      return { heading: name, icon: isIconName(icon) ? icon : "document", rows: [...theirs.values()].slice(0, 5) };
    })
    .filter(({ rows }) => rows.length > 0);
}

export const foundRecordsQuery = (term: string, live: ReadonlySet<string>) =>
  queryOptions({
    queryKey: ["records", "found", term.trim(), [...live]],
    enabled: term.trim().length > 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => findEverything(term, live, signal),
  });

/** "New Account", "Import accounts from CSV" and so on. */
export const recordActions = (live: ReadonlySet<string>): { name: string; icon: IconName; to: string }[] => {
  const offer = (module: Module, dialog: string) => {
    const path = listPathOf(module);
    return `${path}${path.includes("?") ? "&" : "?"}dialog=${dialog}`;
  };
  const modules = withRecords(live).filter(({ entity }) => entity && may(entity.area, "add"));
  return [
    ...modules.map((module) => ({
      name: `New ${capitalised(module.entity?.one ?? "")}`,
      icon: "plus" as const,
      to: offer(module, "new"),
    })),
    ...modules.map((module) => ({
      name: `Import ${module.entity?.many} from CSV`,
      icon: "deploy" as const,
      to: offer(module, "import"),
    })),
  ];
};
