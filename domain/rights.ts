// Who may do what: areas with their actions. Each module declares its own in `module.ts`; those below belong to no module.
// The database asks the same question by the same two words: public.may(area, action).

export const actions = ["read", "add", "edit", "delete", "send", "money", "export"] as const;
export type Action = (typeof actions)[number];
/** "deals edit". */
export type Right = `${string} ${Action}`;

/** An area and what can be allowed in it. What is not named does not exist there. */
export interface AreaRights {
  /** As public.may knows it: "deals". */
  area: string;
  /** As people know it: "Deals". */
  name: string;
  actions: readonly Action[];
}

/** Reading the office and the names of colleagues needs no right: everyone who works here does. */
export const ownAreas = [
  { area: "office", name: "Office", actions: ["edit"] },
  { area: "staff", name: "Staff", actions: ["read", "add", "edit", "delete"] },
  { area: "settings", name: "Settings", actions: ["read", "edit"] },
  { area: "audit", name: "Audit log", actions: ["read", "export"] },
] as const satisfies readonly AreaRights[];
