// Colleagues, roles and invitations, as the team's screens read and change them.
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { useSession } from "#app/auth/session.tsx";
import { callApi } from "#app/lib/api.ts";
import { unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { type Arguments, call, callJson, type FunctionName } from "#app/lib/typed-answers.ts";
import type { Action } from "#domain/rights.ts";
import type { Role } from "./role-words.ts";

const holds = z.record(z.string(), z.number());
const colleagueSchema = z.object({
  user_id: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  role_id: z.nullable(z.string()),
  role_key: z.nullable(z.string()),
  role_name: z.nullable(z.string()),
  is_active: z.boolean(),
  left_at: z.nullable(z.string()),
  second_factor: z.nullable(z.string()),
  asks_second_factor: z.boolean(),
  passkeys: z.number(),
  last_seen: z.nullable(z.string()),
  holds,
  is_me: z.boolean(),
  is_last_owner: z.nullable(z.boolean()),
  is_above_me: z.boolean(),
});
export type Colleague = z.infer<typeof colleagueSchema>;

export const teamQuery = queryOptions({
  queryKey: ["team", "colleagues"],
  queryFn: ({ signal }) => callJson("team_list", {}, z.array(colleagueSchema), signal),
});

export const invitationsQuery = queryOptions({
  queryKey: ["team", "invitations"],
  queryFn: async () =>
    unwrap(
      await supabase()
        .from("invitations")
        .select("id, name, email_key, expires_at, roles(key, name)")
        .is("accepted_at", null)
        .is("revoked_at", null)
        .order("invited_at"),
    ),
});
export type Invitation = Awaited<ReturnType<NonNullable<typeof invitationsQuery.queryFn>>>[number];

const order = ["admin", "partner", "sales", "finance", "editor", "reader"];
const placeOf = ({ key }: Role) => (order.includes(key) ? order.indexOf(key) : order.length);

/** Those that ship first, in their order; then one's own by name. */
export const rolesQuery = queryOptions({
  queryKey: ["team", "roles"],
  queryFn: async (): Promise<Role[]> => {
    const rows = unwrap(
      await supabase()
        .from("roles")
        .select("id, key, name, preset, asks_second_factor, updated_at, grants:role_grants(area, action)"),
    );
    return rows.toSorted((a, b) => placeOf(a) - placeOf(b) || a.name.localeCompare(b.name));
  },
});

export const leavingSchema = z.object({
  sessions: z.number(),
  passkeys: z.number(),
  factors: z.number(),
  holds,
  /** By kind: who takes over if no one is chosen. */
  falls_to: z.record(z.string(), z.enum(["company_owner", "me", "me_if_empty"])),
});

export const leavingQuery = (person: string) =>
  queryOptions({
    queryKey: ["team", "leaving", person],
    queryFn: ({ signal }) => callJson("leaving_preview", { person }, leavingSchema, signal),
  });

/** Calls a function and reads the team again, whatever came of it. Not awaited: what asked (a row, a matrix) is gone once it is read. */
export function useTeamCall<Name extends FunctionName>(name: Name) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (args: Arguments<Name>) => call(name, args),
    onSettled: () => void client.invalidateQueries({ queryKey: ["team"] }),
  });
}

/** Looking through a role that may not see the team, the team cannot be read again: what may be seen is asked first. */
export function useViewAs() {
  const { renewAccess } = useSession();
  return useMutation({ mutationFn: (args: Arguments<"view_as">) => call("view_as", args), onSuccess: renewAccess });
}

/** `leaves`: a provider takes it. Otherwise it is written to a folder of the server. */
const invitedSchema = z.object({ id: z.string(), leaves: z.boolean() });

/** What is true of the mail with the link. */
export const invitedWords = (name: string, leaves: boolean) =>
  leaves
    ? { title: `An invitation is on its way to ${name}` }
    : {
        title: `${name} is invited, but no mail leaves yet`,
        text: "No mail server is set up. The invitation is in the server's outbox folder. Set one up under Settings, Mail, and send it again.",
        tone: "danger" as const,
        seconds: 12,
      };

export function useInvite() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { name: string; email: string; role_key: string }) =>
      callApi("/team/invitations", invitedSchema, { method: "POST", body }),
    onSettled: () => void client.invalidateQueries({ queryKey: ["team"] }),
  });
}

export const rightOf = (area: string, action: Action) => `${area} ${action}`;
