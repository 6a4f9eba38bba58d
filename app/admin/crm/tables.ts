import type { Database } from "#app/lib/database.types.ts";

/** The rows of the CRM's tables, as generated from the migrations. */
export type Tables = { [T in "accounts" | "contacts"]: Database["public"]["Tables"][T]["Row"] };
