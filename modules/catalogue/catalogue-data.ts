// Prices of a service, and templates of proposals.
import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { callApi } from "#app/lib/api.ts";
import { unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { call, callJson } from "#app/lib/typed-answers.ts";
import { type TemplateWords, templateWordsSchema } from "./template.ts";

export const pricesSchema = z.object({
  prices: z.array(
    z.object({
      currency: z.string(),
      from_on: z.string(),
      unit_minor: z.number(),
      by: z.nullable(z.string()),
      /** The one that counts today. */
      is_now: z.nullable(z.boolean()),
    }),
  ),
  tax_class_id: z.nullable(z.string()),
  /** In how many lines it is. */
  used: z.number(),
});
export type Prices = z.output<typeof pricesSchema>;

export const pricesQuery = (service: string) =>
  queryOptions({
    queryKey: ["records", "services", "prices", service],
    queryFn: () => callJson("service_prices_of", { service }, pricesSchema),
  });

/** Without an amount the price of that day goes. */
export const setPrice = (service: string, currency: string, day: string, minor: number | null) =>
  callJson(
    "set_service_price",
    // The generated type has no null: it takes the price of that day away.
    { service, in_currency: currency, day, minor: minor as number },
    pricesSchema,
  );

export const taxClassesQuery = queryOptions({
  queryKey: ["records", "tax_classes"],
  queryFn: async () =>
    unwrap(await supabase().from("tax_classes").select("id, name, is_default").is("archived_at", null).order("name")),
});

export const setTaxClass = async (service: string, taxClass: string | null) =>
  unwrap(await supabase().from("services").update({ tax_class_id: taxClass }).eq("id", service));

export const templateSchema = z.extend(templateWordsSchema, {
  id: z.string(),
  name: z.string(),
  no: z.number(),
  archived: z.boolean(),
  saved_by: z.nullable(z.string()),
  created_at: z.string(),
});
export type Template = z.output<typeof templateSchema>;

export const templatesQuery = (archived: boolean) =>
  queryOptions({
    queryKey: ["records", "proposal_templates", "all", archived],
    queryFn: () => callJson("proposal_template_list", { archived }, z.array(templateSchema)),
  });

export const saveTemplate = (template: {
  id: string | null;
  name: string;
  seen: number | null;
  words: TemplateWords;
}) => callApi("/catalogue/templates", z.object({ id: z.string(), no: z.number() }), { method: "POST", body: template });

export const archiveTemplate = (template: string, archived: boolean) =>
  call("archive_proposal_template", { template, archived });
