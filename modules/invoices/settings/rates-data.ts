// What Settings shows of rates; a file with rates goes to the server as text.
import * as z from "zod/mini";
import { RequestError } from "#app/lib/request-error.ts";
import { runtimeSettings } from "#app/lib/runtime-settings.ts";
import { supabase } from "#app/lib/supabase.ts";
import { parsed } from "#app/lib/typed-answers.ts";

const takenSchema = z.object({
  added: z.number(),
  known: z.number(),
  changed: z.array(z.object({ currency: z.string(), day: z.string(), kept: z.number(), file: z.number() })),
});

export const overviewSchema = z.object({
  fetches: z.boolean(),
  fetched_on: z.nullable(z.string()),
  trouble: z.nullable(z.string()),
  office: z.string(),
  rows: z.array(
    z.object({
      currency: z.string(),
      day: z.string(),
      source: z.string(),
      per_eur: z.number(),
      reason: z.nullable(z.string()),
    }),
  ),
});
export type RateOverview = z.output<typeof overviewSchema>;

export async function sendRates(file: File) {
  const { data } = await supabase().auth.getSession();
  const answer = await fetch("/api/invoices/rates", {
    method: "POST",
    headers: {
      apikey: runtimeSettings.publishableKey,
      Authorization: `Bearer ${data.session?.access_token ?? ""}`,
      "Content-Type": "text/csv",
    },
    body: await file.text(),
  });
  const body: unknown = await answer.json().catch(() => ({}));
  if (!answer.ok)
    throw new RequestError(
      (body as { message?: string }).message ?? `The server answered ${answer.status}`,
      answer.status,
    );
  return parsed("rates", takenSchema, body);
}
