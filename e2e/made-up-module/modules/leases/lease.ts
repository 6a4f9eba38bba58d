// A record of every sort of field, for the test that adds a module to a copy of the repository.
import type { EntityOf } from "#domain/entity.ts";
import type { TableName } from "#domain/table-name.ts";

/** Its tables are made in the test, where no types are generated. */
const made = (name: string) => name as TableName;

interface LeaseRow {
  title: string;
  account_id: string;
  owner_id: string | null;
  rent: number | null;
  currency: "USD" | "EUR" | "JPY";
  starts: string | null;
  signed_at: string | null;
  state: "Draft" | "Signed" | "Ended";
}

export const lease = {
  table: made("leases"),
  area: "leases",
  one: "lease",
  many: "leases",
  page: "/admin/leases",
  title: "title",
  detail: "state",
  fields: {
    title: { kind: "text", label: "Title", column: "Title", required: true, max: 200 },
    account_id: {
      kind: "reference",
      label: "Tenant",
      column: "Tenant",
      required: true,
      to: { table: "accounts", one: "tenant", page: "/admin/crm/accounts" },
    },
    owner_id: { kind: "person", label: "Owner", column: "Owner", to: { table: made("lease_people"), one: "person" } },
    rent: { kind: "money", label: "Rent", column: "Rent", fact: true, currency: { column: "currency" } },
    currency: { kind: "choice", label: "Currency", required: true, filter: false, choices: ["USD", "EUR", "JPY"] },
    starts: { kind: "day", label: "Starts", column: "Starts", fact: true },
    signed_at: { kind: "moment", label: "Signed at" },
    state: { kind: "choice", label: "State", column: "State", required: true, choices: ["Draft", "Signed", "Ended"] },
  },
} as const satisfies EntityOf<LeaseRow>;
