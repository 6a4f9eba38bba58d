// Fields that administrators added, and tags: appended to an entity's own table of fields, so that forms, lists, pages, filters and
// CSV files have them without a word about them in any module.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Entity, Field, Fields, Tag, Target } from "#domain/entity.ts";
import { plainMoney } from "#domain/money.ts";
import type { TableName } from "#domain/table-name.ts";
import type { Database } from "#app/lib/database.types.ts";
import { unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { type RecordsContext, useRecordsContext } from "./records-context.ts";
import { joined, listOf } from "./field-kinds/text-list.ts";

type Row = Database["public"]["Tables"]["own_fields"]["Row"];
export type OwnKind = Row["kind"];
export interface OwnField extends Omit<Row, "entity" | "target"> {
  /** The table that has it. */
  entity: TableName;
  /** Of a field that points to records: their table. */
  target: TableName | null;
}

/** Also those that were deleted less than thirty days ago: the history still tells of them. */
export const ownFieldsQuery = queryOptions({
  queryKey: ["own fields"],
  queryFn: async (): Promise<OwnField[]> =>
    unwrap(await supabase().from("own_fields").select("*").order("position").order("created_at")),
  staleTime: 5 * 60_000,
});

export const tagsQuery = queryOptions({
  queryKey: ["tags"],
  queryFn: async (): Promise<Tag[]> => unwrap(await supabase().from("tags").select("name, color").order("name")),
  staleTime: 5 * 60_000,
});

const staff: Target = { table: "staff", one: "colleague", key: "user_id", short: { order: "name" } };

function targetOf({ target, entity }: OwnField, entities: RecordsContext["entities"]): Target {
  const table = target ?? entity;
  const words = entities.find((each) => each.table === table);
  return { table, one: words?.one ?? "record", ...(words?.page && { page: words.page }) };
}

/** What the form starts with, from what the column starts with. */
function initialText({ kind, currency, default_value: value }: OwnField): string {
  if (value === null) return "";
  if (kind === "money") return typeof value === "number" ? plainMoney(value, currency ?? "USD") : "";
  if (kind === "yes_no") return value === true ? "Yes" : "No";
  if (kind === "several_of") return joined(listOf(value));
  return String(value);
}

/** `entities`: where the pages of records are that a field may point to. */
export function fieldOf(own: OwnField, entities: RecordsContext["entities"]): Field {
  const initial = initialText(own);
  const told = {
    label: own.label,
    ...(initial && { initial }),
    ...(own.is_listed && { column: own.label }),
    ...(own.help && { help: own.help }),
    ...(own.section && { section: own.section }),
    ...(own.required_from && { required: true as const }),
  };
  const [first = "", ...others] = own.choices;
  switch (own.kind) {
    case "text":
      return { ...told, kind: "text", max: 200 };
    case "long_text":
      return { ...told, kind: "notes", max: 20_000, wide: true };
    case "number":
      return { ...told, kind: "number" };
    case "money":
      return { ...told, kind: "money", currency: { code: own.currency ?? "USD" } };
    case "day":
      return { ...told, kind: "day" };
    case "yes_no":
      return { ...told, kind: "yes-no" };
    case "one_of":
      return { ...told, kind: "choice", choices: [first, ...others] };
    case "several_of":
      return { ...told, kind: "choices", choices: own.choices };
    case "link":
      return { ...told, kind: "web-address", max: 2000 };
    case "person":
      return { ...told, kind: "person", to: staff };
    case "record":
      return { ...told, kind: "reference", to: targetOf(own, entities) };
  }
}

const tagsField = (tags: readonly Tag[]): Field => ({
  kind: "tags",
  label: "Tags",
  // A firm that uses none sees none.
  ...(tags.length > 0 && { column: "Tags" }),
  apart: true,
  tags,
  alsoCalled: ["tag", "labels", "label", "schlagworte", "étiquettes"],
});

/** The entity with tags, and with its own fields in their order. */
export function withOwnFields(
  entity: Entity,
  own: readonly OwnField[],
  tags: readonly Tag[],
  entities: RecordsContext["entities"],
): Entity {
  if (!entity.ownFields || "tags" in entity.fields) return entity;
  const added: Fields = Object.fromEntries(
    own
      .filter((field) => field.entity === entity.table && field.deleted_at === null)
      .map((field) => [field.column_name, fieldOf(field, entities)]),
  );
  return { ...entity, fields: { ...entity.fields, ...added, tags: tagsField(tags) } };
}

const none: never[] = [];

/** The entity as this installation has it. Until that is known, and if it cannot be read, as its module says. */
export function useEntity(entity: Entity): Entity {
  const enabled = entity.ownFields === true;
  const { entities } = useRecordsContext();
  const own = useQuery({ ...ownFieldsQuery, enabled });
  const tags = useQuery({ ...tagsQuery, enabled });
  const ownFields = own.data ?? none;
  const allTags = tags.data ?? none;
  return useMemo(() => withOwnFields(entity, ownFields, allTags, entities), [entity, ownFields, allTags, entities]);
}

/** False until own fields are read: lists and pages ask for the names of records that they point to. */
export function useEntitiesReady(): boolean {
  const own = useQuery(ownFieldsQuery);
  const tags = useQuery(tagsQuery);
  return !own.isPending && !tags.isPending;
}
