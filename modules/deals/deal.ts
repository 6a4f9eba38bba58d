// What a deal is. A new field: one migration and one entry here.
import { serviceLines } from "#content/service-lines.ts";
import type { Database } from "#app/lib/database.types.ts";
import type { EntityOf } from "#domain/entity.ts";
import { offeredCurrencies } from "#domain/money.ts";
import { narrowedBy, narrowedWords, narrowingParams } from "./deal-filter.ts";

export const deal = {
  table: "deals",
  area: "deals",
  one: "deal",
  many: "deals",
  page: "/admin/deals",
  ownFields: true,
  title: "name",
  facts: "deal_facts",
  list: "/admin/deals?view=list",
  narrowing: { params: narrowingParams, from: narrowedBy, words: narrowedWords },
  detail: "service_line",
  archives: "instead",
  undoable: true,
  deleteNote: { one: "The company stays.", many: "Their companies stay." },
  computed: {
    stage_since: { kind: "moment", label: "In stage", column: "In stage", required: true, computed: "column" },
  },
  fields: {
    name: {
      kind: "text",
      label: "Deal",
      column: "Deal",
      required: true,
      max: 200,
      wide: true,
      alsoCalled: ["deal name", "name", "title", "opportunity", "opportunity name", "geschäft", "affaire"],
    },
    account_id: {
      kind: "reference",
      label: "Company",
      column: "Company",
      required: true,
      lead: true,
      to: { table: "accounts", one: "company", page: "/admin/crm/accounts", creatable: true },
      alsoCalled: ["company name", "account", "account name", "organization", "organisation", "firma", "entreprise"],
    },
    // Empty in a new deal: the first stage.
    stage_id: {
      kind: "reference",
      label: "Stage",
      column: "Stage",
      inHead: true,
      to: { table: "deal_stages", one: "stage", short: { order: "sort" } },
      alsoCalled: ["deal stage", "status", "pipeline stage", "phase", "étape"],
    },
    amount_minor: {
      kind: "money",
      label: "Amount",
      column: "Amount",
      currency: { column: "currency" },
      compared: "base_minor",
      fact: true,
      alsoCalled: ["value", "deal value", "deal amount", "betrag", "montant"],
    },
    // Empty in a new deal: the office's.
    currency: {
      kind: "choice",
      label: "Currency",
      choices: offeredCurrencies,
      alsoCalled: ["deal currency", "currency code", "währung", "devise"],
    },
    expected_close: {
      kind: "day",
      label: "Expected close",
      column: "Closes",
      fact: true,
      alsoCalled: ["close date", "closing date", "expected close date", "abschluss", "date de clôture"],
    },
    probability_own: {
      kind: "percent",
      label: "Own probability",
      alsoCalled: ["probability", "win probability", "wahrscheinlichkeit", "probabilité"],
    },
    owner_id: {
      kind: "person",
      label: "Owner",
      column: "Owner",
      fact: true,
      to: { table: "staff", one: "colleague", key: "user_id", short: { order: "name" } },
      alsoCalled: ["deal owner", "assigned to", "responsible", "verantwortlich", "responsable"],
    },
    service_line: {
      kind: "choice",
      label: "Service",
      column: "Service",
      lead: true,
      choices: serviceLines,
      alsoCalled: ["service line", "module", "product", "line of business"],
    },
    // Of a deal that is won or lost. An open one has none, and the database says so.
    closed_on: {
      kind: "day",
      label: "Closed on",
      later: true,
      alsoCalled: ["closed", "closed at", "won on", "lost on"],
    },
    close_reason_id: {
      kind: "reference",
      label: "Reason",
      later: true,
      to: { table: "close_reasons", one: "reason", short: { order: "sort" } },
      alsoCalled: ["close reason", "lost reason", "won reason", "closed lost reason"],
    },
    close_note: {
      kind: "notes",
      label: "Closing note",
      later: true,
      max: 2000,
      wide: true,
      alsoCalled: ["note", "lost note", "comment"],
    },
  },
} as const satisfies EntityOf<Database["public"]["Tables"]["deals"]["Row"]>;
