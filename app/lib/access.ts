// What the signed-in person may do, as public.my_access says: screens show no more than that. The database decides in any case; this
// only keeps a button from answering "not allowed".
import * as z from "zod/mini";
import type { Action, Right } from "#domain/rights.ts";
import { unwrap } from "./request-error.ts";
import { supabase } from "./supabase.ts";
import { parsed } from "./typed-answers.ts";

export const accessSchema = z.object({
  is_owner: z.boolean(),
  is_colleague: z.boolean(),
  roles: z.array(z.string()),
  grants: z.array(z.string()),
  /** `due`: has one and has not used it. `missing`: a role asks for one. */
  second_factor: z.nullable(z.enum(["due", "missing"])),
  /** The role that is looked through, reading only. */
  viewing: z.nullable(z.string()),
  /** Whom to ask. */
  owners: z.array(z.string()),
});
export type Access = z.infer<typeof accessSchema>;

export const ownersAccess: Access = {
  is_owner: true,
  is_colleague: true,
  roles: [],
  grants: [],
  second_factor: null,
  viewing: null,
  owners: [],
};

export const readAccess = async (): Promise<Access> =>
  parsed("my_access", accessSchema, unwrap(await supabase().rpc("my_access")));

// Known before the first page is drawn (app/admin/layout.tsx), and everything is drawn again when it changes.
let known: Access = ownersAccess;
export const setAccess = (access: Access) => {
  known = access;
};
export const myAccess = () => known;

export const may = (area: string, action: Action): boolean =>
  known.is_owner || known.grants.includes(`${area} ${action}`);
export const mayAll = (rights: readonly Right[]) =>
  known.is_owner || rights.every((right) => known.grants.includes(right));
/** In any area. */
export const mayAnywhere = (action: Action) =>
  known.is_owner || known.grants.some((granted) => granted.endsWith(` ${action}`));
