// Which deals are shown, as the address has it. Board and list read the same words:
// ?search=norrfall&owner=<id>&service=RLCT&account=<id>&stage=won,<id>&closing=overdue&stale=1&archived=1
import type { Stage } from "./board/board.ts";

export const closings = {
  overdue: "overdue",
  this_month: "this month",
  this_quarter: "this quarter",
  none: "no day",
} as const;
export type ClosingWhen = keyof typeof closings;

/** What the database is asked for; only what narrows is there. */
export interface DealFilter {
  search?: string;
  /** An id, or "none". */
  owner?: string;
  service?: string;
  account?: string;
  /** Ids. */
  stage?: string[];
  closing?: ClosingWhen;
  stale?: true;
  archived?: true;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const idIn = (text: string | null) => (text && uuid.test(text) ? text : undefined);

/** A stage is named by its id, its key ("proposal") or a kind: all stages that are "open", "won" or "lost". */
function stagesIn(text: string | null, stages: readonly Stage[]): string[] | undefined {
  const words = (text ?? "").split(",").filter(Boolean);
  const ids = stages
    .filter(({ id, key, kind }) => words.some((word) => word === id || word === key || word === kind))
    .map(({ id }) => id);
  return ids.length > 0 ? ids : undefined;
}

export function readDealFilter(params: URLSearchParams, stages: readonly Stage[]): DealFilter {
  const search = (params.get("search") ?? "").trim().slice(0, 200);
  const account = idIn(params.get("account"));
  const owner = params.get("owner") === "none" ? "none" : idIn(params.get("owner"));
  const service = params.get("service")?.slice(0, 100);
  const closing = params.get("closing") ?? "";
  const stage = stagesIn(params.get("stage"), stages);
  return {
    ...(search && { search }),
    ...(owner && { owner }),
    ...(service && { service }),
    ...(account && { account }),
    ...(stage && { stage }),
    ...(closing in closings && { closing: closing as ClosingWhen }),
    ...(params.get("stale") === "1" && { stale: true as const }),
    ...(params.get("archived") === "1" && { archived: true as const }),
  };
}

export const filterNames = ["search", "owner", "service", "account", "stage", "closing", "stale", "archived"] as const;
export const isFiltered = (filter: DealFilter) => Object.keys(filter).length > 0;

/** All but the search, which every list has; archived ones are asked for in a word of this list too. */
export const narrowingParams = ["owner", "service", "account", "stage", "closing", "stale"] as const;

/** The rows of a list by its address alone, where the stages are not at hand: open ones, unless it says which. */
export function narrowedBy(params: URLSearchParams) {
  const words = (params.get("stage") ?? "").split(",").filter(Boolean);
  const ids = words.filter((word) => uuid.test(word));
  const kind = words.find((word) => word === "open" || word === "won" || word === "lost");
  const isAny = words.length > 0 || params.has("closed_on");
  return {
    call: "filter_deals",
    args: {
      filter: {
        ...readDealFilter(params, []),
        ...(ids.length > 0 && { stage: ids }),
        ...(kind ? { kind } : !isAny && { kind: "open" }),
      },
    },
  };
}

/** The same in words, above a list on paper. */
export function narrowedWords(
  args: Record<string, unknown>,
  own: Readonly<Record<string, string>>,
  nameOf: (field: string) => string,
): string[] {
  const { search, owner, service, account, closing, stale } = args["filter"] as DealFilter;
  const { stage = "open" } = own;
  const isKind = stage === "open" || stage === "won" || stage === "lost";
  return [
    ...(search ? [`found by "${search}"`] : []),
    ...(isKind ? [stage] : stage.includes(",") ? ["in several stages"] : stage === "any" ? [] : [nameOf("stage_id")]),
    ...(owner ? [owner === "none" ? "without an owner" : `of ${nameOf("owner_id")}`] : []),
    ...(service ? [`service ${service}`] : []),
    ...(account ? [`with ${nameOf("account_id")}`] : []),
    ...(closing ? [`closing ${closing === "none" ? "on no day" : closings[closing]}`] : []),
    ...(stale ? ["longer in their stage than usual"] : []),
  ];
}
