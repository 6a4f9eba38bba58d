// Two people edited one record: the second is told what differs and decides; nothing is overwritten silently.
import { type Entity, entriesOf } from "#domain/entity.ts";
import { Button } from "#app/ui/button.tsx";
import type { KitRecord } from "../entity.ts";
import type { Values } from "../field-kinds/field-kind.ts";
import { textOf } from "../field-kinds/kinds.ts";
import { valuesOf } from "../form-values.ts";

export function ConflictNotice({
  entity,
  current,
  mine,
  onTakeTheirs,
  onKeepMine,
}: {
  entity: Entity;
  /** Null when the record was deleted. */
  current: KitRecord | null;
  mine: Values;
  onTakeTheirs: (theirs: KitRecord) => void;
  onKeepMine: (theirs: KitRecord | null) => void;
}) {
  const theirs = current && valuesOf(entity.fields, current);
  const differing = entriesOf(entity.fields).filter(([name]) => theirs && theirs[name] !== mine[name]?.trim());
  return (
    <div role="alert" className="mt-4 grid gap-3 rounded-1 bg-dev-bg px-3 py-3 text-dev">
      <p className="font-semibold">
        {current
          ? `Someone else saved this ${entity.one} after you opened it. Your changes are not saved yet.`
          : `Someone else deleted this ${entity.one}. Your text is still here.`}
      </p>
      {current && differing.length > 0 && (
        <dl className="grid gap-1.5">
          {differing.map(([name, field]) => (
            <div key={name}>
              <dt className="font-semibold">{field.label}, theirs</dt>
              <dd className="line-clamp-3 wrap-anywhere">{textOf([name, field], current) || "None"}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className="flex flex-wrap gap-2">
        {current && (
          <Button variant="line" size="compact" onClick={() => onTakeTheirs(current)}>
            Load their version
          </Button>
        )}
        <Button size="compact" onClick={() => onKeepMine(current)}>
          {current ? "Save mine anyway" : `Create the ${entity.one} again`}
        </Button>
      </div>
    </div>
  );
}
