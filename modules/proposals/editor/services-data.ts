// Services of the catalogue as lines take them: today's price in the document's currency, copied; none is asked for, and never made
// of another currency's.
import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { callJson } from "#app/lib/typed-answers.ts";
import { typedMoney } from "#domain/money.ts";
import { taxWords } from "../proposal.ts";
import type { ItemValues } from "./draft-values-data.ts";

const taxSchema = z.object({
  name: z.string(),
  category: z.optional(z.string()),
  rate_pcm: z.number(),
  reason: z.optional(z.string()),
  reason_code: z.optional(z.string()),
});
const offeredSchema = z.array(
  z.object({
    id: z.string(),
    code: z.string(),
    name: z.string(),
    description: z.nullable(z.string()),
    unit: z.nullable(z.string()),
    service_line: z.nullable(z.string()),
    every_months: z.nullable(z.number()),
    tax_class_id: z.nullable(z.string()),
    taxes: z.nullable(z.array(taxSchema)),
    unit_minor: z.nullable(z.number()),
    from_on: z.nullable(z.string()),
    other_currencies: z.array(z.string()),
  }),
);
export type OfferedService = z.output<typeof offeredSchema>[number];

export const offeredServicesQuery = (currency: string, account: string) =>
  queryOptions({
    queryKey: ["records", "services", "offered", currency, account],
    queryFn: () => callJson("offered_services", { in_currency: currency, for_account: account }, offeredSchema),
  });

/** Of lines that came from the catalogue, archived services too. */
export function knownServicesQuery(items: readonly ItemValues[], currency: string, account: string) {
  const known = [...new Set(items.flatMap(({ service_id: id }) => id ?? []))].toSorted();
  return queryOptions({
    queryKey: ["records", "services", "known", currency, account, known],
    queryFn: () => callJson("offered_services", { in_currency: currency, for_account: account, known }, offeredSchema),
    enabled: known.length > 0,
  });
}

export const serviceValues = (service: OfferedService, currency: string): Partial<ItemValues> => ({
  title: service.name,
  description: service.description ?? "",
  quantity: service.unit ? `1 ${service.unit}` : "1",
  price: service.unit_minor === null ? "" : typedMoney(service.unit_minor, currency),
  tax: service.taxes ? taxWords({ taxes: service.taxes, tax_bp: 0 }) : "",
  taxes: service.taxes,
  tax_class_id: service.tax_class_id,
  every: service.every_months === null ? "" : String(service.every_months),
  service_id: service.id,
});
