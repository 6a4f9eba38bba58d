import type { ReferenceField } from "#domain/entity.ts";
import type { FieldKind } from "./field-kind.ts";
import { reference, relatedName } from "./reference.tsx";

/** "NM" of "Noor Marchetti". */
export const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => [...word][0] ?? "")
    .filter((_, index, all) => index === 0 || index === all.length - 1)
    .join("")
    .toUpperCase();

/** One of us: who owns a record, or has a task to do. */
export const person: FieldKind<ReferenceField> = {
  ...reference,
  // The disc beside the name.
  width: 1.2,
  text: relatedName,
  Cell: ({ text }) => (
    <span className="inline-flex max-w-full min-w-0 items-center gap-2 align-middle">
      <span
        aria-hidden="true"
        className="grid size-6 shrink-0 place-items-center rounded-full bg-nil text-[0.625rem] font-[650] in-data-selected:bg-surface"
      >
        {initialsOf(text)}
      </span>
      <span className="truncate">{text}</span>
    </span>
  ),
};
