import type { CountField } from "#domain/entity.ts";
import { formatNumber } from "#app/lib/formats.ts";
import type { FieldKind } from "./field-kind.ts";
import { TextInput } from "./text.tsx";

/** How many there are of something, as the database counts them. */
export const count: FieldKind<CountField> = {
  width: 0.6,
  alignEnd: true,
  complaint: (_, text) => (/^\d{1,9}$/.test(text) ? null : "Write a whole number"),
  stored: (_, text) => Number(text),
  text: (_, record, name) => (typeof record[name] === "number" ? formatNumber(record[name]) : ""),
  exported: (_, record, name) => (typeof record[name] === "number" ? String(record[name]) : ""),
  Input: (props) => <TextInput props={props} />,
};
