// What an account is. A new field: one migration and one entry here.
import type { Fields } from "#app/admin/crm/fields.ts";
import type { Tables } from "#app/admin/crm/tables.ts";

export const accountFields = {
  name: {
    label: "Company name",
    column: "Name",
    input: "text",
    required: true,
    max: 200,
    wide: true,
    alsoCalled: ["company", "account", "account name", "organization", "organisation"],
  },
  type: {
    label: "Type",
    column: "Type",
    input: "choice",
    required: true,
    max: 20,
    choices: ["Prospect", "Customer"],
    alsoCalled: ["account type", "status", "stage"],
  },
  industry: { label: "Industry", column: "Industry", input: "text", max: 200, alsoCalled: ["sector", "branch"] },
  domain: { label: "Domain", input: "text", max: 253, alsoCalled: ["company domain", "email domain"] },
  website: {
    label: "Website",
    column: "Website",
    input: "url",
    max: 2000,
    shownAs: "domain",
    alsoCalled: ["url", "web", "homepage", "site"],
  },
  notes: {
    label: "Notes",
    input: "notes",
    max: 20_000,
    wide: true,
    alsoCalled: ["note", "comment", "comments", "description"],
  },
} as const satisfies { [F in keyof Tables["accounts"]]?: Fields[string] };
