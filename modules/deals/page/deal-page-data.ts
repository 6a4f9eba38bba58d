// What a deal's page asks for beyond its record: the way through the stages, and the people on it.
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { newId } from "#app/lib/new-id.ts";
import { messageOf, RequestError, unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { toast } from "#app/ui/toast.ts";
import type { Movable } from "../moves/deal-moves-data.ts";

export interface DealState extends Movable {
  account_id: string;
  base_minor: number | null;
  owner_id: string | null;
  expected_close: string | null;
  closed_on: string | null;
  close_note: string | null;
  reason: string | null;
  /** Seconds spent in each stage that it has left. */
  spent: Record<string, number>;
  /** The last open stage it was in. */
  cameFrom: string | null;
}

export const dealStateQuery = (id: string) =>
  queryOptions({
    queryKey: ["records", "deals", "state", id],
    queryFn: async (): Promise<DealState> => {
      const [rows, events] = await Promise.all([
        supabase()
          .from("deals")
          .select("*, account:accounts!account_id(name), close_reason:close_reasons!close_reason_id(name)")
          .eq("id", id),
        supabase()
          .from("deal_stage_events")
          .select("from_stage, from_kind, seconds_in_from")
          .eq("deal_id", id)
          .order("id"),
      ]);
      const [row] = unwrap(rows);
      if (!row) throw new RequestError("This deal no longer exists.", 404);
      const spent: Record<string, number> = {};
      let cameFrom: string | null = null;
      for (const { from_stage: from, from_kind: kind, seconds_in_from: seconds } of unwrap(events)) {
        if (!from) continue;
        spent[from] = (spent[from] ?? 0) + (seconds ?? 0);
        if (kind === "open") cameFrom = from;
      }
      return { ...row, account_name: row.account?.name ?? "", reason: row.close_reason?.name ?? null, spent, cameFrom };
    },
    staleTime: 0,
  });

export interface DealPerson {
  id: string;
  role: string | null;
  is_primary: boolean;
  contact: { id: string; name: string; title: string | null; email: string | null };
}

export const peopleQuery = (deal: string) =>
  queryOptions({
    queryKey: ["records", "deals", "people", deal],
    queryFn: async (): Promise<DealPerson[]> =>
      unwrap(
        await supabase()
          .from("deal_contacts")
          .select("id, role, is_primary, contact:contacts!contact_id(id, name, title, email)")
          .eq("deal_id", deal)
          .order("is_primary", { ascending: false })
          .order("created_at"),
      ),
  });

export interface NewPerson {
  deal: string;
  account: string;
  /** One who is there already; else one is made of the name. */
  contact: string | null;
  name: string;
  email: string;
  role: string;
  first: boolean;
}

/** The person, if they are new, and their place on the deal. */
async function addPerson({ deal, account, contact, name, email, role, first }: NewPerson) {
  const contactId = contact ?? newId();
  if (!contact)
    unwrap({
      ...(await supabase()
        .from("contacts")
        .insert({ id: contactId, account_id: account, name, ...(email && { email }) })),
      data: true,
    });
  const answer = await supabase()
    .from("deal_contacts")
    .insert({ deal_id: deal, contact_id: contactId, role: role || null, is_primary: first });
  if (answer.error?.code === "23505") throw new RequestError("This person is on the deal already.", 409);
  unwrap({ ...answer, data: true });
}

const useRefresh = () => {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: ["records"] });
};

export function useAddPerson() {
  const refresh = useRefresh();
  return useMutation({ mutationFn: addPerson, onSuccess: () => toast({ title: "Person added" }), onSettled: refresh });
}

export type PersonChange = { role: string | null } | { is_primary: true } | "remove";

export function useChangePerson(deal: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async ({ id, change }: { id: string; change: PersonChange }) => {
      const people = () => supabase().from("deal_contacts");
      if (change === "remove") return unwrap({ ...(await people().delete().eq("id", id)), data: true });
      // One at a time is first: the one before gives way.
      if ("is_primary" in change)
        unwrap({
          ...(await people().update({ is_primary: false }).eq("deal_id", deal).eq("is_primary", true)),
          data: true,
        });
      return unwrap({ ...(await people().update(change).eq("id", id)), data: true });
    },
    onError: (error) => toast({ title: "Failed to save", text: messageOf(error), tone: "danger" }),
    onSettled: refresh,
  });
}

export interface DealOfRecord {
  id: string;
  name: string;
  amount_minor: number | null;
  currency: string;
  stage_kind: string;
  closed_on: string | null;
  stage: { name: string } | null;
}

const columns = "id, name, amount_minor, currency, stage_kind, closed_on, stage:deal_stages!stage_id(name)";

/** Open ones first, then the newest. */
export const dealsOfQuery = (of: { table: "accounts" | "contacts"; id: string }) =>
  queryOptions({
    queryKey: ["records", "deals", "of", of.table, of.id],
    queryFn: async (): Promise<DealOfRecord[]> => {
      if (of.table === "accounts")
        return openFirst(
          unwrap(
            await supabase()
              .from("deals")
              .select(columns)
              .eq("account_id", of.id)
              .is("archived_at", null)
              .order("created_at", { ascending: false })
              .limit(50),
          ),
        );
      const rows = unwrap(
        await supabase()
          .from("deal_contacts")
          .select(`deal:deals!deal_id(${columns}, archived_at)` as const)
          .eq("contact_id", of.id)
          .order("created_at", { ascending: false })
          .limit(50),
      );
      return openFirst(rows.flatMap(({ deal }) => (deal && !deal.archived_at ? [deal] : [])));
    },
  });

const openFirst = (rows: DealOfRecord[]) =>
  rows.toSorted((a, b) => Number(b.stage_kind === "open") - Number(a.stage_kind === "open"));
