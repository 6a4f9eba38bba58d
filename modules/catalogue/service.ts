// What a service of the catalogue is. A new field: one migration and one entry here.
import type { Database } from "#app/lib/database.types.ts";
import type { EntityOf } from "#domain/entity.ts";
import { offeredCurrencies } from "#domain/money.ts";

export const service = {
  table: "services",
  area: "catalogue",
  one: "service",
  many: "services",
  page: "/admin/catalogue/services",
  title: "name",
  detail: "code",
  sameBy: ["code"],
  archives: "if held",
  comesFrom: "What the firm sells, with its price. Type the first, or import them from a CSV file.",
  fields: {
    code: {
      kind: "text",
      label: "Code",
      column: "Code",
      required: true,
      max: 40,
      fact: true,
      alsoCalled: ["sku", "item code", "number", "artikelnummer", "référence"],
    },
    name: {
      kind: "text",
      label: "Name",
      column: "Name",
      required: true,
      max: 200,
      wide: true,
      alsoCalled: ["service name", "item", "title", "bezeichnung", "désignation"],
    },
    unit_minor: {
      kind: "money",
      label: "Price, net",
      column: "Price",
      currency: { column: "currency" },
      fact: true,
      help: "For one unit. Another amount is the price from today on.",
      alsoCalled: ["price", "unit price", "rate", "preis", "prix"],
    },
    // Empty in a new service: the office's.
    currency: {
      kind: "choice",
      label: "Currency",
      choices: offeredCurrencies,
      alsoCalled: ["currency code", "währung", "devise"],
    },
    from_on: {
      kind: "day",
      label: "Price from",
      column: "From",
      fact: true,
      alsoCalled: ["from", "valid from", "gültig ab", "à partir du"],
    },
    unit: {
      kind: "text",
      label: "Unit",
      column: "Unit",
      max: 40,
      help: "Day, week, seat: as people read it.",
      alsoCalled: ["unit of measure", "einheit", "unité"],
    },
    unit_code: {
      kind: "text",
      label: "Unit code",
      max: 3,
      help: "As electronic invoices name it: C62 piece, HUR hour, DAY day, WEE week, MON month.",
      alsoCalled: ["unece code", "uom code"],
    },
    service_line: {
      kind: "text",
      label: "Service line",
      column: "Service line",
      max: 60,
      lead: true,
      alsoCalled: ["line of business", "category", "kategorie", "catégorie"],
    },
    every_months: {
      kind: "number",
      label: "Recurs every … months",
      help: "1, 3, 6 or 12; empty for what is billed once.",
      alsoCalled: ["every months", "interval"],
    },
    description: {
      kind: "notes",
      label: "Description",
      max: 2000,
      wide: true,
      alsoCalled: ["text", "beschreibung"],
    },
  },
} as const satisfies EntityOf<Database["public"]["Tables"]["services"]["Row"]>;
