// What a list shows, held in the URL: ?tab=contacts&search=acm&type=Customer&sort=-name&page=2. Defaults are left out.
import { columnsOf, type Fields } from "./fields.ts";

export interface ListView {
  search: string;
  /** Of accounts: Prospect or Customer. */
  type: string;
  /** Of contacts: the id of their company. */
  account: string;
  /** A field, or created_at. */
  sort: string;
  descending: boolean;
  page: number;
  size: number;
}

export const pageSizes = [50, 100, 200] as const;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whatever stands in the URL, a view that can be asked for. */
export function readListView(params: URLSearchParams, fields: Fields): ListView {
  const sort = params.get("sort") ?? "-created_at";
  const column = sort.replace(/^-/, "");
  const known = column === "created_at" || columnsOf(fields).some(([name]) => name === column);
  const page = Number(params.get("page") ?? 1);
  const size = Number(params.get("size"));
  const type = params.get("type") ?? "";
  const account = params.get("account") ?? "";
  return {
    search: (params.get("search") ?? "").slice(0, 200),
    type: fields.type?.choices?.includes(type) ? type : "",
    account: "account_id" in fields && uuid.test(account) ? account : "",
    sort: known ? column : "created_at",
    descending: known ? sort.startsWith("-") : true,
    page: Number.isInteger(page) && page > 0 ? page : 1,
    size: pageSizes.find((allowed) => allowed === size) ?? pageSizes[0],
  };
}

/** The next URL: what is set to "" or null goes; anything but a page change starts at page one again. */
export function changeListView(params: URLSearchParams, changes: Record<string, string | number | null>) {
  const next = new URLSearchParams(params);
  if (!("page" in changes)) next.delete("page");
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === "" || (name === "page" && value === 1)) next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}

/** A click on a heading: upward, downward, back to newest first. */
export function nextSort(view: ListView, column: string): string | null {
  if (view.sort !== column) return column;
  return view.descending ? null : `-${column}`;
}

export const pagesOf = (count: number, size: number) => Math.max(1, Math.ceil(count / size));
