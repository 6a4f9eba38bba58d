// Own fields as Settings changes them. After each change everything that shows records asks again.
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { capitalised } from "#domain/entity.ts";
import type { TableName } from "#domain/table-name.ts";
import { allModules, isLive } from "#app/admin/areas.ts";
import { useLiveModules } from "#app/admin/live-modules.ts";
import type { Json } from "#app/lib/database.types.ts";
import { call, callJson } from "#app/lib/typed-answers.ts";
import { type OwnField, type OwnKind, ownFieldsQuery } from "#app/records/own-fields.ts";

/** What fields can be added to, in the order of the modules that are on. */
export function useExtendable(): { table: TableName; name: string; one: string; many: string }[] {
  const live = useLiveModules();
  return allModules.flatMap((module) => {
    const { entity } = module;
    if (!entity?.ownFields || !isLive(module, live)) return [];
    return [{ table: entity.table, name: capitalised(entity.many), one: entity.one, many: entity.many }];
  });
}

export const kindWords: Record<OwnKind, string> = {
  text: "Text",
  long_text: "Long text",
  number: "Number",
  money: "Money",
  day: "Day",
  yes_no: "Yes or no",
  one_of: "One of",
  several_of: "Several of",
  link: "Link",
  person: "Colleague",
  record: "Record",
};
export const kinds = Object.keys(kindWords) as OwnKind[];
export const hasChoices = (kind: OwnKind) => kind === "one_of" || kind === "several_of";
/** The search reads words. */
export const canBeSearched = (kind: OwnKind) => ["text", "long_text", "one_of", "several_of", "link"].includes(kind);
export const maxFields = 50;
const keptDays = 30;
export const keptUntil = (deletedAt: string) => new Date(Date.parse(deletedAt) + keptDays * 86_400_000);

export type Settings = Record<string, Json>;

export type FieldChange =
  | { act: "add"; entity: TableName; kind: OwnKind; settings: Settings }
  | { act: "change"; field: string; settings: Settings }
  | { act: "convert"; field: string; kind: OwnKind; settings: Settings }
  | { act: "order"; entity: TableName; ids: string[] }
  | { act: "delete"; field: OwnField }
  | { act: "restore"; field: OwnField };

async function change(asked: FieldChange): Promise<void> {
  if (asked.act === "add")
    await call("add_own_field", { entity: asked.entity, kind: asked.kind, settings: asked.settings });
  else if (asked.act === "change") await call("change_own_field", { field: asked.field, settings: asked.settings });
  else if (asked.act === "convert")
    await call("convert_own_field", { field: asked.field, kind: asked.kind, settings: asked.settings });
  else if (asked.act === "order") await call("order_own_fields", { entity: asked.entity, ids: asked.ids });
  else if (asked.act === "delete") await call("delete_own_field", { field: asked.field.id });
  else await call("restore_own_field", { field: asked.field.id });
}

export function useChangeFields() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ownFieldsQuery.queryKey }),
        client.invalidateQueries({ queryKey: ["records"] }),
      ]),
  });
}

export const conversionSchema = z.object({
  converts: z.number(),
  fails: z.number(),
  choices: z.array(z.string()),
  rows: z.array(z.object({ id: z.string(), title: z.string(), value: z.string() })),
});
export type Conversion = z.infer<typeof conversionSchema>;

/** What another kind would do to the values, before it is done. */
export const conversionQuery = (field: OwnField, kind: OwnKind, settings: Settings) =>
  queryOptions({
    queryKey: ["own fields", field.id, "conversion", kind, settings],
    queryFn: ({ signal }): Promise<Conversion> =>
      callJson("own_field_conversion", { field: field.id, kind, settings }, conversionSchema, signal),
    staleTime: 0,
    retry: false,
  });
