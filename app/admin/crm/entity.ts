// What the CRM's shared parts need to know about an entity: its table, its words, its fields.
import type { Fields } from "./fields.ts";

/** Every record of the CRM has these. */
export interface CrmRecord {
  id: string;
  name: string;
  created_at: string;
  updated_at: string;
  [field: string]: unknown;
}

export interface Entity {
  table: "accounts" | "contacts";
  /** "account", "contact": in sentences and messages. */
  one: string;
  many: string;
  /** What a read asks for, with the related names. */
  select: string;
  search: "search_accounts" | "search_contacts";
  countFound: "count_found_accounts" | "count_found_contacts";
  deleteMany: "delete_accounts" | "delete_contacts";
  fields: Fields;
  /** Where a sort by this field really sorts, for fields that show a related record. */
  sortBy?: Record<string, string>;
}

export const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
