// What is against enrolling whom, and whom a filter means.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { call, rowsOf, withJson } from "#app/lib/typed-answers.ts";

export const reasonsSchema = z.object({
  reasons: z.nullable(
    z.array(z.object({ code: z.string(), message: z.string(), tags: z.optional(z.array(z.string())) })),
  ),
});

export interface Candidate {
  contact_id: string;
  name: string | null;
  account_name: string | null;
  email: string | null;
  timezone: string | null;
  first_at: string | null;
  /** All of them at once; null when nothing is against it. */
  reasons: z.output<typeof reasonsSchema>["reasons"];
}

export const maxAtOnce = 1000;

/** Changes nothing: with `dry_run` it only says what would be refused. */
export const refusalsQuery = (sequence: string, ids: readonly string[]) =>
  queryOptions({
    queryKey: ["sequences", "refusals", sequence, ids],
    queryFn: async () =>
      rowsOf<Candidate>(
        withJson(
          "enrol",
          reasonsSchema,
          await call("enrol", { sequence, contact_ids: ids.slice(0, maxAtOnce), dry_run: true }),
        ),
      ),
    staleTime: 0,
  });

export interface PeopleFilter {
  search: string;
  account_type: string;
  industry: string;
  role: string;
}

export interface Found {
  id: string;
  name: string;
  account_name: string;
  email: string | null;
}

export const foundQuery = (filter: PeopleFilter) =>
  queryOptions({
    queryKey: ["sequences", "found", filter],
    queryFn: async ({ signal }) => {
      const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value.trim() !== ""));
      return rowsOf<Found>(await call("contacts_to_enrol", { filter: given }, signal));
    },
    placeholderData: keepPreviousData,
  });
