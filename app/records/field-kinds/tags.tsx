import type { TagsField } from "#domain/entity.ts";
import { formatCount } from "#domain/formats.ts";
import { TagChip } from "../tags/tag-chip.tsx";
import { TagNames } from "../tags/tag-names.tsx";
import type { FieldKind } from "./field-kind.ts";
import { joined, listOf, partsOf } from "./text-list.ts";

const max = 40;

/** A tag that is new is made when the record is saved. */
export const tags: FieldKind<TagsField> = {
  width: 1.4,
  complaint: (_, text) =>
    partsOf(text).some((part) => [...part].length > max) ? `A tag has at most ${max} characters` : null,
  stored: (_, text) => partsOf(text),
  typed: (_, value) => joined(listOf(value)),
  text: (_, record, name) => listOf(record[name]).join(", "),
  exported: (_, record, name) => joined(listOf(record[name])),
  // In a list two, and how many more; all of them in its tooltip and on the record's page.
  Cell: ({ field, record, name }) => {
    const names = listOf(record[name]);
    return (
      <span className="inline-flex max-w-full flex-wrap gap-1 py-1 align-middle in-data-page:flex-nowrap">
        {names.map((each) => (
          <span key={each} className="inline-flex min-w-0 in-data-page:nth-[n+3]:hidden">
            <TagChip name={each} tags={field.tags} />
          </span>
        ))}
        {names.length > 2 && (
          <span className="hidden shrink-0 text-muted in-data-page:inline">+{formatCount(names.length - 2)}</span>
        )}
      </span>
    );
  },
  Input: ({ value, onChange }) => (
    <TagNames verb="Add" names={partsOf(value)} onChange={(names) => onChange(joined(names))} />
  ),
};
