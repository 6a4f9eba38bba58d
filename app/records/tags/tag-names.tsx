import { Icon } from "#app/ui/icon.tsx";
import { AddTag } from "./add-tag.tsx";
import { TagChip } from "./tag-chip.tsx";

/** Some tags, each with the way to take it off, and the way to add one. */
export function TagNames({
  verb,
  names,
  onChange,
  has = names,
  creates = true,
}: {
  verb: "Add" | "Remove";
  names: readonly string[];
  onChange: (names: readonly string[]) => void;
  /** What need not be offered. */
  has?: readonly string[];
  creates?: boolean;
}) {
  return (
    <div className="grid gap-1.5">
      <span className="flex flex-wrap gap-1.5 empty:hidden">
        {names.map((name) => (
          <TagChip key={name} name={name}>
            <button
              type="button"
              aria-label={`Do not ${verb.toLowerCase()} ${name}`}
              onClick={() => onChange(names.filter((each) => each !== name))}
              className="-my-0.5 -mr-1 grid size-5 place-items-center max-sm:size-8"
            >
              <Icon name="close" className="size-3" />
            </button>
          </TagChip>
        ))}
      </span>
      <AddTag
        label={`${verb} a tag`}
        has={has}
        creates={creates}
        onAdd={(name) => onChange([...names.filter((each) => each.toLowerCase() !== name.toLowerCase()), name])}
      />
    </div>
  );
}
