// What an invoice is, for both sides: a draft and what was issued, as the database answers with them.
import * as z from "zod/mini";

export const languages = { en: "English", de: "German", fr: "French" } as const;
export type Language = keyof typeof languages;
export const formats = {
  pdf: "PDF",
  facturx: "Factur-X (PDF with XML)",
  xrechnung: "XRechnung (XML)",
  ubl: "UBL (XML)",
} as const;
export type FileFormat = keyof typeof formats;

export const taxSchema = z.object({
  name: z.optional(z.string()),
  category: z.optional(z.string()),
  rate_pcm: z.optional(z.number()),
  bp: z.optional(z.number()),
  amount_minor: z.optional(z.number()),
  reason: z.optional(z.string()),
  reason_code: z.optional(z.string()),
});
export type LineTax = z.output<typeof taxSchema>;

export const lineSchema = z.object({
  description: z.optional(z.nullable(z.string())),
  unit: z.optional(z.nullable(z.string())),
  quantity_milli: z.optional(z.number()),
  unit_minor: z.number(),
  discount_bp: z.optional(z.number()),
  tax_class_id: z.optional(z.string()),
  tax_bp: z.optional(z.number()),
  taxes: z.optional(z.array(taxSchema)),
  stated: z.optional(z.boolean()),
  earlier_id: z.optional(z.string()),
  of_line: z.optional(z.number()),
});
export type InvoiceLine = z.output<typeof lineSchema>;

export const taxRowSchema = z.object({
  name: z.string(),
  bp: z.number(),
  rate_pcm: z.optional(z.number()),
  category: z.optional(z.string()),
  reason: z.optional(z.string()),
  reason_code: z.optional(z.string()),
  base_minor: z.number(),
  tax_minor: z.number(),
});

export const totalsSchema = z.object({
  lines: z.array(
    z.object({
      gross_minor: z.number(),
      line_discount_minor: z.optional(z.number()),
      line_net_minor: z.optional(z.number()),
      net_minor: z.number(),
      tax_minor: z.number(),
    }),
  ),
  lines_net_minor: z.optional(z.number()),
  document_discount_minor: z.optional(z.number()),
  net_minor: z.number(),
  taxes: z.array(taxRowSchema),
  tax_minor: z.number(),
  total_minor: z.number(),
  withheld_minor: z.optional(z.number()),
  payable_minor: z.optional(z.number()),
});
export type InvoiceTotals = z.output<typeof totalsSchema>;

const text = z.optional(z.nullable(z.string()));
export const partySchema = z.object({
  legal_name: text,
  street: text,
  postal_code: text,
  city: text,
  region: text,
  country: text,
  vat_id: text,
  tax_number: text,
  register: text,
  email: text,
  phone: text,
  e_address: text,
  person: text,
  footer: text,
  bank: z.optional(z.nullable(z.object({ holder: z.string(), bank: text, account: z.string(), bic: text }))),
});
export type Party = z.output<typeof partySchema>;

export const states = ["open", "overdue", "partly_paid", "paid", "disputed", "cancelled", "credit"] as const;
export type InvoiceState = (typeof states)[number];
export type InvoiceType = "invoice" | "deposit" | "final" | "credit";

const common = {
  id: z.string(),
  type: z.enum(["invoice", "deposit", "final", "credit"]),
  title: z.string(),
  account_id: z.string(),
  account_name: z.string(),
  contact_id: z.nullable(z.string()),
  contact_name: z.nullable(z.string()),
  proposal_number: z.nullable(z.string()),
  corrects: z.nullable(z.string()),
  credit_of: z.nullable(z.string()),
  currency: z.string(),
  minor_digits: z.number(),
  supply_from: z.nullable(z.string()),
  supply_to: z.nullable(z.string()),
  due_on: z.nullable(z.string()),
  language: z.string(),
  buyer_reference: z.nullable(z.string()),
  note: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  totals: totalsSchema,
  lines: z.array(lineSchema),
  seller: z.nullable(partySchema),
  buyer: z.nullable(partySchema),
};
export const draftSchema = z.object({
  ...common,
  is_draft: z.literal(true),
  updated_at: z.string(),
  all_lines: z.array(lineSchema),
  discount_bp: z.number(),
  discount_minor: z.number(),
  withheld_pcm: z.number(),
  terms_days: z.number(),
  instalments: z.array(z.object({ amount_minor: z.number(), due_on: z.string() })),
  missing: z.array(z.object({ code: z.string(), what: z.string(), link: z.string() })),
});
export type InvoiceDraft = z.output<typeof draftSchema>;

export const issuedSchema = z.object({
  ...common,
  is_draft: z.literal(false),
  number: z.string(),
  issued_on: z.string(),
  total_minor: z.number(),
  payable_minor: z.number(),
  withheld_minor: z.number(),
  format: z.string(),
  office_currency: z.nullable(z.string()),
  rate: z.nullable(z.number()),
  rate_day: z.nullable(z.string()),
  rate_source: z.nullable(z.string()),
  tax_office_minor: z.nullable(z.number()),
  standing: z.object({
    state: z.enum(states),
    credited_minor: z.number(),
    received_minor: z.number(),
    open_minor: z.number(),
    due_on: z.string(),
  }),
  requests: z.array(
    z.object({
      id: z.string(),
      number: z.nullable(z.string()),
      amount_minor: z.number(),
      received_minor: z.number(),
      open_minor: z.number(),
      due_on: z.string(),
      state: z.string(),
    }),
  ),
  credits: z.array(
    z.object({
      id: z.string(),
      number: z.string(),
      total_minor: z.number(),
      issued_on: z.string(),
      reason: z.nullable(z.string()),
    }),
  ),
  nets: z.array(z.object({ id: z.string(), number: z.string() })),
  netted_by: z.nullable(z.object({ id: z.string(), number: z.string() })),
  files: z.array(
    z.object({
      kind: z.enum(["pdf", "xml"]),
      ready: z.boolean(),
      size: z.nullable(z.number()),
      sha256: z.nullable(z.string()),
      trouble: z.nullable(z.string()),
    }),
  ),
  dispute: z.nullable(z.object({ words: z.string(), since: z.string() })),
});

/** "19 %" of 19000, "9.975 %" of 9975. */
export const percentOf = (pcm: number) => `${pcm / 1000} %`;
export const ratePcm = ({ rate_pcm, bp }: { rate_pcm?: number | undefined; bp?: number | undefined }) =>
  rate_pcm ?? (bp ?? 0) * 10;
