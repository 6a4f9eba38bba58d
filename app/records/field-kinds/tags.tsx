import type { TagsField } from "#domain/entity.ts";
import { TagChip } from "../tags/tag-chip.tsx";
import type { FieldKind } from "./field-kind.ts";
import { joined, listOf, partsOf } from "./text-list.ts";
import { TextInput } from "./text.tsx";

const max = 40;

/** A tag that is new is made when the record is saved. */
export const tags: FieldKind<TagsField> = {
  complaint: (_, text) =>
    partsOf(text).some((part) => [...part].length > max) ? `A tag has at most ${max} characters` : null,
  stored: (_, text) => partsOf(text),
  typed: (_, value) => joined(listOf(value)),
  text: (_, record, name) => listOf(record[name]).join(", "),
  exported: (_, record, name) => joined(listOf(record[name])),
  Cell: ({ field, record, name }) => (
    <span className="inline-flex flex-wrap gap-1 py-1 align-middle">
      {listOf(record[name]).map((each) => (
        <TagChip key={each} name={each} tags={field.tags} />
      ))}
    </span>
  ),
  Input: (props) => <TextInput props={props} />,
};
