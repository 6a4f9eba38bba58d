// A list as it is saved under a name (public.views): what narrows it, its order and its columns.
import * as z from "zod/mini";
import { filterSchema } from "./filter.ts";

export const columnSchema = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(120)),
  /** In pixels; without one, a share of the table's width. */
  width: z.optional(z.int().check(z.minimum(60), z.maximum(800))),
});
export type Column = z.infer<typeof columnSchema>;

export const viewDefinitionSchema = z.object({
  filter: filterSchema,
  /** "name", or "-name" from Z to A. */
  sort: z.string().check(z.maxLength(121)),
  /** Null: those that the list has by itself. */
  columns: z.nullable(z.array(columnSchema).check(z.minLength(1), z.maxLength(60))),
  search: z.string().check(z.maxLength(200)),
  archived: z.optional(z.boolean()),
  /** The screen's own filters, as the address has them. */
  own: z.optional(z.record(z.string(), z.string().check(z.maxLength(400)))),
});
export type ViewDefinition = z.infer<typeof viewDefinitionSchema>;
