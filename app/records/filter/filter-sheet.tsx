// The filters of a list on a phone: one below the other, written in place.
import { lazy, Suspense, useState } from "react";
import type { Entity } from "#domain/entity.ts";
import { type Condition, type Filter, isGroup, noFilter } from "#domain/filter.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { ConditionEditor } from "./condition-editor.tsx";
import { findField, labelOf } from "./field-path.ts";
import type { Place } from "./filter-parts.ts";
import { type FilterDraft, placeKey, useFilterDraft } from "./use-filter-draft.ts";

const FieldPicker = lazy(() => import("./field-picker.tsx"));

export function FilterSheet({
  entity,
  filter,
  onChange,
  open,
  onClose,
}: {
  entity: Entity;
  filter: Filter;
  onChange: (filter: Filter) => void;
  open: boolean;
  onClose: () => void;
}) {
  const draft = useFilterDraft(entity, filter, onChange);
  const [picking, setPicking] = useState(false);
  const [outer, inner] = filter.match === "all" ? ["and", "or"] : ["or", "and"];
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Filters"
      footer={
        <>
          <Button variant="line" size="dialog" onClick={() => onChange(noFilter)} disabled={filter.parts.length === 0}>
            Clear all
          </Button>
          <Button size="dialog" onClick={onClose}>
            Show {entity.many}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {draft.parts.length === 0 && !picking && <p className="text-muted">All {entity.many} are shown.</p>}
        {draft.parts.map((part, index) => (
          <div key={index} className="grid gap-3">
            {index > 0 && <p className="text-caption text-muted">{outer}</p>}
            {(isGroup(part) ? part.conditions : [part]).map((condition, member) => {
              const place: Place = isGroup(part) ? { part: index, member } : { part: index };
              return (
                <div key={placeKey(place)} className="grid gap-2">
                  {member > 0 && <p className="text-caption text-muted">{inner}</p>}
                  <Row {...{ entity, condition, place, draft }} />
                </div>
              );
            })}
          </div>
        ))}
        {picking ? (
          <Suspense fallback={<p className="text-muted">Loading...</p>}>
            <FieldPicker
              entity={entity}
              onPick={(path) => {
                setPicking(false);
                draft.start(path, { part: filter.parts.length });
              }}
            />
          </Suspense>
        ) : (
          <Button variant="line" size="dialog" icon="plus" onClick={() => setPicking(true)}>
            Add a filter
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function Row({
  entity,
  condition,
  place,
  draft,
}: {
  entity: Entity;
  condition: Condition;
  place: Place;
  draft: FilterDraft;
}) {
  const path = findField(entity, condition.field);
  const label = path ? labelOf(path) : condition.field;
  return (
    <section aria-label={label} className="grid gap-2 rounded-1 border border-line p-3">
      <div className="flex items-center justify-between gap-2">
        <b className="font-semibold">{label}</b>
        <IconButton name="close" label={`Remove filter ${label}`} size="compact" onClick={() => draft.remove(place)} />
      </div>
      {path ? (
        <ConditionEditor path={path} condition={condition} onChange={(next) => draft.put(place, next)} />
      ) : (
        <p className="text-dev">This field is gone. The list is shown without this filter.</p>
      )}
    </section>
  );
}
