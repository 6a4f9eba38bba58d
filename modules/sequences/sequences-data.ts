// Every query of the screens of sequences. The database decides who may see what; this only asks.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { call, callJson, rowsOf } from "#app/lib/typed-answers.ts";
import type { ShownState, Status, Step, Window } from "./sequence.ts";

export interface ListedSequence extends Record<ShownState, number> {
  id: string;
  name: string;
  about: string | null;
  status: Status;
  version: number | null;
  steps: number;
  people: number;
  owner_id: string | null;
  owner_name: string | null;
  updated_at: string;
}

export const sequencesQuery = (archived = false) =>
  queryOptions({
    queryKey: ["sequences", "list", archived],
    queryFn: async () => rowsOf<ListedSequence>(await call("sequence_list", { archived })),
    refetchInterval: 30_000,
  });

export interface Sequence extends Window {
  id: string;
  name: string;
  about: string | null;
  status: Status;
  from_identity: string | null;
  current_version: number | null;
  owner_id: string | null;
  updated_at: string;
}

export const sequenceQuery = (id: string) =>
  queryOptions({
    queryKey: ["sequences", "one", id],
    queryFn: async () => {
      const found = supabase().from("sequences").select("*").eq("id", id);
      return unwrap(await found)[0] ?? null;
    },
  });

export interface ResultStep extends Step {
  no: number;
  template_id: string | null;
  template_name: string | null;
  template_version: number | null;
  newest_version_id: string | null;
  subject: string | null;
  planned: number;
  sent: number;
  held: number;
  uncertain: number;
  failed: number;
  cancelled: number;
  replied: number;
  made: number;
  done: number;
}

export const stepsQuery = (id: string) =>
  queryOptions({
    queryKey: ["sequences", "steps", id],
    queryFn: async () => rowsOf<ResultStep>(await call("sequence_results", { sequence: id })),
  });

export interface Enrolled {
  enrolment_id: string;
  sequence_id: string;
  sequence_name: string;
  sequence_status: Status;
  contact_id: string;
  contact_name: string;
  account_id: string;
  account_name: string;
  email: string | null;
  state: string;
  shown_state: ShownState;
  version: number;
  is_newest: boolean;
  step_no: number;
  steps: number;
  next_at: string | null;
  next_day: string | null;
  next_clock: string | null;
  timezone: string;
  next_kind: "mail" | "task" | null;
  next_title: string | null;
  at_work: "mail" | "task" | null;
  paused_until: string | null;
  stop_reason: string | null;
  stop_event: string | null;
  enrolled_at: string;
  enrolled_by_name: string | null;
  ended_at: string | null;
}

interface PeopleFilter {
  sequence?: string;
  of_contact?: string;
  shown?: ShownState | null;
  most?: number;
}

/** Whether anyone is still on an older version, also beyond the rows that are shown. */
export const behindQuery = ({ id, current_version }: Pick<Sequence, "id" | "current_version">) =>
  queryOptions({
    queryKey: ["sequences", "behind", id, current_version],
    queryFn: async () => {
      const found = supabase()
        .from("enrolments")
        .select("id")
        .eq("sequence_id", id)
        .lt("version", current_version ?? 0)
        .in("state", ["active", "paused"])
        .limit(1);
      return unwrap(await found).length > 0;
    },
  });

export const peopleQuery = (filter: PeopleFilter) =>
  queryOptions({
    queryKey: ["sequences", "people", filter],
    queryFn: async () => rowsOf<Enrolled>(await call("sequence_people", { ...filter })),
    placeholderData: keepPreviousData,
  });

export interface Planned {
  at: string;
  day: string;
  clock: string;
  timezone: string;
  enrolment_id: string;
  sequence_id: string;
  sequence_name: string;
  contact_id: string;
  contact_name: string;
  account_name: string;
  step_no: number;
  kind: "mail" | "task";
  title: string;
  waits: boolean;
}

export const planDays = 14;

export const planQuery = (of: { sequence?: string; of_contact?: string }) =>
  queryOptions({
    queryKey: ["sequences", "plan", of],
    queryFn: async () => rowsOf<Planned>(await call("sequence_plan", { days: planDays, ...of })),
  });

export interface TextChoice {
  id: string;
  name: string;
  purpose: string;
  version: number;
  version_id: string;
  subject: string;
}

/** Templates that a step can take, each with its newest version. */
export const textsQuery = queryOptions({
  queryKey: ["templates", "choices"],
  queryFn: async () =>
    rowsOf<TextChoice & { state: string }>(await call("template_list", {})).filter((text) => text.state === "ready"),
  staleTime: 10_000,
});

export const repliesSchema = z.object({
  replies_are_seen: z.boolean(),
  safe: z.boolean(),
  paused_at: z.nullable(z.string()),
  identities: z.array(z.string()),
});

/** Whether answers reach us, so that a sequence can end by itself; null while that is not known. */
export const repliesQuery = queryOptions({
  // Not the outbox's own entry: that has all of the answer, this only what its schema names.
  queryKey: ["records", "outbox", "summary", "replies"],
  queryFn: () => callJson("outbox_summary", {}, repliesSchema),
  staleTime: 30_000,
});

/** The enrolment's sequence, for a link from its mail. */
export const enrolmentQuery = (id: string) =>
  queryOptions({
    queryKey: ["sequences", "enrolment", id],
    queryFn: async () => {
      const found = supabase().from("enrolments").select("id, sequence_id").eq("id", id);
      return unwrap(await found)[0] ?? null;
    },
  });
