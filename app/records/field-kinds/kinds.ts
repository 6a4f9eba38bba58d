// Every kind of field. A new kind: one file beside this one, one line here, one word in domain/entity.ts.
import { type Entity, entriesOf, type Field, type FieldEntry } from "#domain/entity.ts";
import type { KitRecord } from "../entity.ts";
import { choice } from "./choice.tsx";
import { choices } from "./choices.tsx";
import { count } from "./count.tsx";
import { day } from "./day.tsx";
import { domain } from "./domain.tsx";
import { email } from "./email.tsx";
import type { FieldKind } from "./field-kind.ts";
import { moment } from "./moment.tsx";
import { money } from "./money.tsx";
import { notes } from "./notes.tsx";
import { number } from "./number.tsx";
import { percent } from "./percent.tsx";
import { person } from "./person.tsx";
import { phone } from "./phone.tsx";
import { reference } from "./reference.tsx";
import { tags } from "./tags.tsx";
import { text } from "./text.tsx";
import { webAddress } from "./web-address.tsx";
import { yesNo } from "./yes-no.tsx";

const kinds: { [Kind in Field["kind"]]: FieldKind } = {
  choice,
  choices,
  count,
  day,
  domain,
  email,
  moment,
  money,
  notes,
  number,
  percent,
  person,
  phone,
  reference,
  tags,
  text,
  "web-address": webAddress,
  "yes-no": yesNo,
};

export const kindOf = (field: Field): FieldKind => kinds[field.kind];

/** What a new record starts with. */
export const initialOf = (field: Field): string => field.initial ?? kindOf(field).initial?.(field) ?? "";

/** What a field of a record says, in sentences and tables. */
export const textOf = ([name, field]: FieldEntry, record: KitRecord): string =>
  kindOf(field).text?.(field, record, name) ?? String(record[name] ?? "");

/** What a CSV file says of it: exact, so that the file can come back. */
export const exportedText = ([name, field]: FieldEntry, record: KitRecord): string =>
  kindOf(field).exported?.(field, record, name) ?? textOf([name, field], record);

const standing: readonly Field["kind"][] = ["choice", "day", "money", "person", "reference", "tags"];

/** Offered above a list by name, before anyone asks. Texts are found by the find field. */
export const filtersOf = (entity: Entity): FieldEntry[] =>
  entriesOf(entity.fields).filter(([, field]) => field.filter ?? standing.includes(field.kind));
