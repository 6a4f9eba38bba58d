import type { Entity } from "#domain/entity.ts";
import { filtersOf, kindOf } from "../field-kinds/kinds.ts";
import { filterParam, type ListView } from "./list-view.ts";

export function ListFilters({
  entity,
  view,
  onChange,
}: {
  entity: Entity;
  view: ListView;
  onChange: (changes: Record<string, string>) => void;
}) {
  return filtersOf(entity).map(([name, field]) => {
    const Control = kindOf(field).filter?.Control;
    return (
      Control && (
        <Control
          key={name}
          name={name}
          field={field}
          value={view.filters[name] ?? ""}
          onChange={(value) => onChange({ [filterParam(name)]: value })}
        />
      )
    );
  });
}
