// What a contact is. A new field: one migration and one entry here.
import type { Fields } from "#app/admin/crm/fields.ts";
import type { Tables } from "#app/admin/crm/tables.ts";

export const contactFields = {
  name: {
    label: "Full name",
    column: "Name",
    input: "text",
    required: true,
    max: 200,
    alsoCalled: ["contact", "contact name", "person"],
  },
  account_id: {
    label: "Company",
    column: "Company",
    input: "company",
    required: true,
    max: 200,
    related: "account",
    alsoCalled: ["company name", "account", "account name", "organization", "organisation", "employer"],
  },
  title: { label: "Title", column: "Title", input: "text", max: 200, alsoCalled: ["job title", "position"] },
  role: { label: "Role", input: "text", max: 200, alsoCalled: ["function", "buying role"] },
  email: {
    label: "Email",
    column: "Email",
    input: "email",
    max: 254,
    alsoCalled: ["e-mail", "mail", "email address", "e-mail address"],
  },
  phone: {
    label: "Phone",
    column: "Phone",
    input: "tel",
    max: 50,
    alsoCalled: ["telephone", "mobile", "tel", "phone number", "cell"],
  },
  notes: {
    label: "Notes",
    input: "notes",
    max: 20_000,
    wide: true,
    alsoCalled: ["note", "comment", "comments", "description"],
  },
} as const satisfies { [F in keyof Tables["contacts"]]?: Fields[string] };
