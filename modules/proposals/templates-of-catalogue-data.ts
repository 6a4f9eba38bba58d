// Templates that the catalogue keeps: what a proposal begins with, and saving one as a template.
import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { callApi } from "#app/lib/api.ts";
import { callJson } from "#app/lib/typed-answers.ts";
import type { ProposalRecord } from "./proposals-data.ts";

export const proposalTemplatesQuery = queryOptions({
  queryKey: ["records", "proposal_templates", "names"],
  queryFn: () =>
    callJson("proposal_template_list", {}, z.array(z.object({ id: z.string(), name: z.string(), no: z.number() }))),
});

export const beginWithTemplate = (template: string, of: Record<string, string>) =>
  callApi(`/catalogue/templates/${template}/proposal`, z.object({ id: z.string(), missing: z.array(z.string()) }), {
    method: "POST",
    body: { of },
  });

/** The letter by its headings, as the catalogue keeps it. */
function sectionsOf(letter: string) {
  const blocks = letter.replaceAll("\r\n", "\n").split(/^(?=## )/m);
  return blocks.flatMap((block, place) => {
    const heading = /^##\s+(.+)/.exec(block)?.[1]?.trim() ?? "";
    const text = (heading === "" ? block : block.slice(block.indexOf("\n") + 1 || block.length)).trim();
    const key = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
      .slice(0, 60);
    return heading === "" && text === "" ? [] : [{ key: key || `part-${place + 1}`, heading, text }];
  });
}

export const saveAsTemplate = (record: ProposalRecord, name: string, id: string | null) =>
  callApi("/catalogue/templates", z.object({ id: z.string(), no: z.number() }), {
    method: "POST",
    body: {
      id,
      name,
      words: {
        title: record.version.title,
        intro: record.version.intro,
        sections: sectionsOf(record.version.body),
        terms: record.version.terms,
        groups: record.version.groups,
        currency: record.currency,
        deposit_bp: record.version.deposit_bp,
        payment_days: record.version.payment_days,
        items: record.items.map((item) => ({
          service_id: item.service_id,
          title: item.title,
          description: item.description,
          unit: item.unit,
          quantity_milli: item.quantity_milli,
          unit_minor: item.unit_minor,
          discount_bp: item.discount_bp,
          tax_bp: item.tax_bp,
          // The taxes of a service follow from its class when a draft begins.
          taxes: item.service_id === null ? (item.taxes ?? null) : null,
          optional: item.optional,
          selected: item.selected,
          group_key: item.group_key,
          qty_min_milli: item.qty_min_milli ?? null,
          qty_max_milli: item.qty_max_milli ?? null,
          every_months: item.every_months ?? null,
        })),
        schedule: record.schedule.map((part) => ({
          label: part.label,
          due: part.due,
          due_on: part.due_on ?? null,
          due_days: part.due_days ?? null,
          share_bp: part.share_bp ?? null,
          amount_minor: part.amount_minor ?? null,
          is_rest: part.is_rest,
        })),
      },
    },
  });
