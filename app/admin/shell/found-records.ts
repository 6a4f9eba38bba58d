// What the command palette finds and offers: the records and actions of every module that is live.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { capitalised } from "#domain/entity.ts";
import type { Module } from "#domain/module.ts";
import { unwrap } from "#app/lib/request-error.ts";
import { searchTerm } from "#app/lib/search-term.ts";
import { anyTable } from "#app/lib/supabase.ts";
import { isIconName, type IconName } from "#app/ui/icon.tsx";
import { allModules, isLive, listPathOf } from "../areas.ts";

export interface FoundGroup {
  heading: string;
  icon: IconName;
  /** A record's page is this address and its id. */
  page: string;
  rows: { id: string; name: string; detail: string }[];
}

const searched = (live: ReadonlySet<string>) => allModules.filter((module) => module.entity && isLive(module, live));

async function findIn({ name, icon, entity }: Module, term: string, signal: AbortSignal): Promise<FoundGroup[]> {
  if (!entity) return [];
  const { table, title, detail, page } = entity;
  const found = anyTable()
    .rpc(`suggest_${table}`, { term: searchTerm(term), most: 5 }, { get: true })
    .select(["id", title, ...(detail ? [detail] : [])].join(", "))
    .abortSignal(signal)
    .overrideTypes<Record<string, string | null>[], { merge: false }>();
  const rows = unwrap(await found).map((row) => ({
    id: row.id ?? "",
    name: row[title] ?? "",
    detail: (detail && row[detail]) ?? "",
  }));
  return [{ heading: name, icon: isIconName(icon) ? icon : "document", page, rows }];
}

/** The first few records of each kind. */
export const foundRecordsQuery = (term: string, live: ReadonlySet<string>) =>
  queryOptions({
    queryKey: ["records", "found", term.trim(), [...live]],
    enabled: term.trim().length > 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await Promise.all(searched(live).map((module) => findIn(module, term, signal)))).flat(),
  });

/** "New Account", "Import accounts from CSV" and so on. */
export const recordActions = (live: ReadonlySet<string>): { name: string; icon: IconName; to: string }[] => {
  const offer = (module: Module, dialog: string) => {
    const path = listPathOf(module);
    return `${path}${path.includes("?") ? "&" : "?"}dialog=${dialog}`;
  };
  const modules = searched(live);
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
