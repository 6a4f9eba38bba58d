// What a role means, in sentences.
import type { AreaRights } from "#domain/rights.ts";

export interface Role {
  id: string;
  key: string;
  name: string;
  preset: boolean;
  asks_second_factor: boolean;
  updated_at: string;
  grants: { area: string; action: string }[];
}

const list = new Intl.ListFormat("en", { type: "conjunction" });

export const areasWith = (role: Pick<Role, "grants">, areas: readonly AreaRights[], action: string) =>
  areas.filter(({ area }) => role.grants.some((granted) => granted.area === area && granted.action === action));

/** "reads 10 of 17 areas, sends in 4 of them, and never sees payments." */
export function roleSentence(
  role: Pick<Role, "key" | "grants" | "asks_second_factor">,
  areas: readonly AreaRights[],
): string {
  if (role.key === "admin") return "may do everything, always.";
  const readable = areas.filter(({ actions }) => actions.includes("read"));
  const reads = areasWith(role, areas, "read");
  const parts = [
    `reads ${reads.length} of ${readable.length} areas`,
    ...(["send", "money", "export"] as const).flatMap((action) => {
      const where = areasWith(role, areas, action);
      if (where.length === 0) return [];
      const names = list.format(where.map(({ name }) => name));
      return [
        { send: `sends in ${names}`, money: `records money in ${names}`, export: `exports from ${names}` }[action],
      ];
    }),
  ];
  return `${list.format(parts)}.${role.asks_second_factor ? " Asks for a second factor." : ""}`;
}
