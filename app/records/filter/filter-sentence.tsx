// What the filter says, in words, and what of it could not be asked.
import type { Entity } from "#domain/entity.ts";
import { isComplete, type Part } from "#domain/filter.ts";
import { Icon } from "#app/ui/icon.tsx";
import { type ListView, lostColumns } from "../list/list-view.ts";
import { compileFilter } from "./compile-filter.ts";
import { findField, labelOf } from "./field-path.ts";
import { filterSentence } from "./filter-words.ts";
import { useReferenceNames } from "./reference-names.ts";

const anyDay = new Date(0);

export function FilterSentence({ entity, view }: { entity: Entity; view: ListView }) {
  const nameOf = useReferenceNames(entity, view.filter);
  // Which of it can be asked does not depend on the day.
  const { dropped } = compileFilter(entity, view.filter, anyDay);
  const gone = new Set(dropped.map(({ condition }) => condition));
  const asked = {
    ...view.filter,
    parts: view.filter.parts.flatMap((part): Part[] => {
      if (!("conditions" in part)) return gone.has(part) ? [] : [part];
      const conditions = part.conditions.filter((each) => !gone.has(each) && isComplete(each));
      return conditions.length > 0 ? [{ conditions }] : [];
    }),
  };
  const sentence = filterSentence(entity, asked, nameOf);
  const lost = lostColumns(entity, view);
  const problems = [
    ...dropped.map(({ condition, why }) => {
      const path = findField(entity, condition.field);
      return why === "no such field" || !path
        ? `The field "${condition.field}" is gone; this filter is left out.`
        : `"${condition.values.join(", ")}" is no value of ${labelOf(path)}; this filter is left out.`;
    }),
    ...(lost.length > 0 ? [`Columns that are gone: ${lost.join(", ")}.`] : []),
  ];
  if (sentence === "" && problems.length === 0) return null;
  return (
    <div className="grid min-w-0 gap-1">
      {sentence !== "" && <p className="text-caption wrap-anywhere text-muted">{sentence}.</p>}
      {problems.map((words) => (
        <p key={words} role="alert" className="flex items-center gap-1.5 text-caption font-semibold text-dev">
          <Icon name="alert" className="size-4" />
          {words}
        </p>
      ))}
    </div>
  );
}
