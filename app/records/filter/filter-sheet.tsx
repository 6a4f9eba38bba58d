// The filters of a list on a phone: one below the other, written in place.
import { lazy, Suspense, useState } from "react";
import type { Entity } from "#domain/entity.ts";
import { type Condition, type Filter, isGroup, noFilter } from "#domain/filter.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { Segmented } from "#app/ui/compact/segmented.tsx";
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
  /** Where the field that is being chosen goes. */
  const [picking, setPicking] = useState<Place | null>(null);
  const [outer, inner] = filter.match === "all" ? ["and", "or"] : ["or", "and"];
  const add = (place: Place, words: string) =>
    picking && placeKey(picking) === placeKey(place) ? (
      <Suspense fallback={<p className="text-muted">Loading...</p>}>
        <FieldPicker
          entity={entity}
          onPick={(path) => {
            setPicking(null);
            draft.start(path, place);
          }}
        />
      </Suspense>
    ) : (
      <Button variant="line" size="dialog" icon="plus" onClick={() => setPicking(place)}>
        {words}
      </Button>
    );
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
        {draft.parts.length > 1 && (
          <Segmented
            label="Which of these must hold"
            chosen={filter.match}
            choices={[
              { id: "all", name: "All hold" },
              { id: "any", name: "Any holds" },
            ]}
            onChoose={(match) => onChange({ ...filter, match })}
          />
        )}
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
            {/* A group starts beside what can be asked already. */}
            {index < filter.parts.length &&
              add({ part: index, member: draft.alternativeOf(index) }, `${inner === "or" ? "Or" : "And"} another`)}
          </div>
        ))}
        {add({ part: filter.parts.length }, "Add a filter")}
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
