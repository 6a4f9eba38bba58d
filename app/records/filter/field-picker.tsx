// Every field that a list can be filtered by, found by typing: the record's own, then those of related records.
import { Command } from "cmdk";
import type { Entity } from "#domain/entity.ts";
import { inputClass } from "#app/ui/field.tsx";
import { fieldChoices } from "./field-path.ts";

const heading =
  "[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted";

export default function FieldPicker({ entity, onPick }: { entity: Entity; onPick: (path: string) => void }) {
  return (
    <Command label="Find a field" loop className="grid gap-2 outline-none">
      <Command.Input ref={(input) => input?.focus()} placeholder="Find a field" className={inputClass("compact")} />
      <Command.List className="max-h-72 overflow-y-auto">
        <Command.Empty className="px-2 py-3 text-muted">No such field.</Command.Empty>
        {fieldChoices(entity).map(({ heading: title, fields }) => (
          <Command.Group key={title} heading={title} className={heading}>
            {fields.map(({ path, entry: [, field] }) => (
              <Command.Item
                key={path}
                value={`${title} ${field.label} ${path}`}
                onSelect={() => onPick(path)}
                className="flex cursor-pointer items-center truncate rounded-1 px-2 py-1.5 data-[selected=true]:bg-nil max-sm:min-h-11"
              >
                {field.label}
              </Command.Item>
            ))}
          </Command.Group>
        ))}
      </Command.List>
    </Command>
  );
}
