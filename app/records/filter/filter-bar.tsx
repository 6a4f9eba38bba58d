// The filters above a list. From 640 px each is a chip that opens; on a phone they are written in a sheet.
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Button } from "react-aria-components/Button";
import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { Popover } from "react-aria-components/Popover";
import type { Entity } from "#domain/entity.ts";
import { type Condition, conditionsOf, type Filter, isGroup } from "#domain/filter.ts";
import { Button as PlainButton } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { floating, useTopLayer } from "#app/ui/compact/top-layer.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { useMedia } from "#app/ui/use-media.ts";
import { useShortcut } from "#app/ui/use-shortcut.ts";
import { filtersOf } from "../field-kinds/kinds.ts";
import { ConditionEditor } from "./condition-editor.tsx";
import { findField, labelOf } from "./field-path.ts";
import { FilterChip } from "./filter-chip.tsx";
import type { Place } from "./filter-parts.ts";
import { FilterSheet } from "./filter-sheet.tsx";
import { conditionWords } from "./filter-words.ts";
import { useReferenceNames } from "./reference-names.ts";
import { type FilterDraft, placeKey, useFilterDraft } from "./use-filter-draft.ts";

const FieldPicker = lazy(() => import("./field-picker.tsx"));

/** Offered by name, before anyone asks. */
const maxStanding = 4;

interface FilterBarProps {
  entity: Entity;
  filter: Filter;
  onChange: (filter: Filter) => void;
  /** Fields that stand above the list in another way. */
  except?: readonly string[];
}

export function FilterBar(props: FilterBarProps) {
  return useMedia("(width < 40rem)") ? <OnPhone {...props} /> : <Chips {...props} />;
}

function OnPhone({ entity, filter, onChange }: FilterBarProps) {
  const [open, setOpen] = useState(false);
  const count = conditionsOf(filter).length;
  useShortcut("f", () => setOpen(true));
  return (
    <>
      <PlainButton variant="line" size="compact" icon="filter" className="min-h-10.5" onClick={() => setOpen(true)}>
        Filters{count > 0 && ` (${count})`}
      </PlainButton>
      <FilterSheet {...{ entity, filter, onChange, open }} onClose={() => setOpen(false)} />
    </>
  );
}

function Chips({ entity, filter, onChange, except = [] }: FilterBarProps) {
  const draft = useFilterDraft(entity, filter, onChange);
  const nameOf = useReferenceNames(entity, filter);
  const used = new Set(draft.parts.flatMap((part) => (isGroup(part) ? [] : [part.field])));
  const standing = filtersOf(entity)
    .filter(([name]) => !used.has(name) && !except.includes(name))
    .slice(0, maxStanding);
  const [outer, inner] = filter.match === "all" ? ["and", "or"] : ["or", "and"];
  const chip = (condition: Condition, place: Place) => (
    <ConditionChip key={placeKey(place)} {...{ entity, condition, place, draft, inner }} words={nameOf} />
  );
  return (
    <>
      {standing.map(([name, field]) => (
        <FilterChip
          key={name}
          label={field.label}
          value="any"
          isSet={false}
          open={false}
          onOpenChange={() => draft.start(name, { part: filter.parts.length })}
          onClear={() => {}}
        >
          {null}
        </FilterChip>
      ))}
      {draft.parts.map((part, index) =>
        isGroup(part) ? (
          <fieldset
            key={index}
            aria-label={filter.match === "all" ? "Any of these" : "All of these"}
            className="inline-flex max-w-full flex-wrap items-center gap-1.5 rounded-1 border border-dashed border-control p-1"
          >
            {part.conditions.map((condition, member) => (
              <span key={member} className="inline-flex max-w-full items-center gap-1.5">
                {member > 0 && <span className="text-caption text-muted">{inner}</span>}
                {chip(condition, { part: index, member })}
              </span>
            ))}
          </fieldset>
        ) : (
          chip(part, { part: index })
        ),
      )}
      {draft.parts.length > 1 && (
        <PlainButton
          variant="line"
          size="compact"
          title="Whether all of these must hold, or any of them"
          onClick={() => onChange({ ...filter, match: filter.match === "all" ? "any" : "all" })}
        >
          {outer === "and" ? "All hold" : "Any holds"}
        </PlainButton>
      )}
      <AddFilter entity={entity} onPick={(path) => draft.start(path, { part: filter.parts.length })} />
    </>
  );
}

function ConditionChip({
  entity,
  condition,
  place,
  draft,
  inner,
  words,
}: {
  entity: Entity;
  condition: Condition;
  place: Place;
  draft: FilterDraft;
  /** The word that joins the members of a group. */
  inner: string;
  words: ReturnType<typeof useReferenceNames>;
}) {
  const path = findField(entity, condition.field);
  const remove = () => draft.remove(place);
  if (!path)
    return (
      <FilterChip label={condition.field} value="is no field any more" isSet onClear={remove}>
        <p>This field is gone. The list is shown without this filter.</p>
      </FilterChip>
    );
  const isAny = condition.values.length === 0 && condition.op !== "empty" && condition.op !== "filled";
  return (
    <FilterChip
      label={labelOf(path)}
      value={isAny ? "any" : conditionWords(path, condition, words)}
      isSet
      open={draft.openAt === placeKey(place)}
      onOpenChange={(open) => draft.open(place, open)}
      onClear={remove}
    >
      <ConditionEditor path={path} condition={condition} onChange={(next) => draft.put(place, next)} />
      <AddFilter
        entity={entity}
        words={`${inner === "or" ? "Or" : "And"} another`}
        onPick={(field) => draft.start(field, { part: place.part, member: draft.alternativeOf(place.part) })}
      />
    </FilterChip>
  );
}

function AddFilter({ entity, words, onPick }: { entity: Entity; words?: ReactNode; onPick: (path: string) => void }) {
  const [open, setOpen] = useState(false);
  const { layer, raise } = useTopLayer();
  const isMain = words === undefined;
  const show = (next: boolean) => {
    if (next) raise();
    setOpen(next);
  };
  useShortcut(isMain ? "f" : "", () => show(true));
  return layer(
    <DialogTrigger isOpen={open} onOpenChange={show}>
      <Button
        className={classNames(
          "inline-flex min-h-8.5 w-fit items-center gap-1.5 rounded-1 rounded-br-turn-sm border border-control px-3 text-caption font-semibold hover:border-ink hover:bg-shade",
        )}
      >
        <Icon name={isMain ? "filter" : "plus"} className="size-4" />
        {words ?? "Filter"}
      </Button>
      <Popover placement="bottom start" offset={6} className={classNames(floating, "w-72 p-2")}>
        <Dialog aria-label="Filter by" className="outline-none">
          <Suspense fallback={<p className="p-2 text-muted">Loading...</p>}>
            <FieldPicker
              entity={entity}
              onPick={(path) => {
                setOpen(false);
                onPick(path);
              }}
            />
          </Suspense>
        </Dialog>
      </Popover>
    </DialogTrigger>,
  );
}
