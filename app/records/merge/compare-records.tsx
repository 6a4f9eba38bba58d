// Two records side by side: each field that differs is taken from one of them.
import { useQueries, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Entity, entriesOf, type FieldEntry } from "#domain/entity.ts";
import { countOf, formatMoment } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { FieldError } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { type KitRecord, titleOf } from "../entity.ts";
import { textOf } from "../field-kinds/kinds.ts";
import { recordQuery } from "../record-data.ts";
import { allChoices, differingFields, swapped } from "./merge-choices.ts";
import { type Choice, type Choices, mergedCountsQuery, useMergeRecords } from "./merge-data.ts";

export function CompareRecords({
  entity,
  keepId,
  goneId,
  onClose,
}: {
  entity: Entity;
  keepId: string;
  goneId: string;
  onClose: () => void;
}) {
  const [isSwapped, setSwapped] = useState(false);
  const [own, setOwn] = useState<Choices>({});
  const ids = isSwapped ? [goneId, keepId] : [keepId, goneId];
  const [first, second] = useQueries({ queries: ids.map((id) => recordQuery(entity, id)) });
  const merge = useMergeRecords();
  const keep = first?.data;
  const gone = second?.data;
  const failure = first?.error ?? second?.error;
  const missing = keep === null || gone === null;
  const choices = keep && gone ? allChoices(entity, keep, gone, own) : {};
  return (
    <FormDialog
      onClose={onClose}
      busy={merge.isPending}
      title={`Merge two ${entity.many}`}
      confirm={merge.isPending ? "Merging..." : `Merge ${entity.many}`}
      danger
      blocked={!keep || !gone}
      onConfirm={() =>
        keep &&
        gone &&
        merge.mutate(
          {
            kind: entity.table,
            keep: keep.id,
            gone: gone.id,
            choices,
            said: `${titleOf(entity, gone)} merged into ${titleOf(entity, keep)}`,
          },
          { onSuccess: onClose },
        )
      }
    >
      <div className="grid gap-4">
        {failure ? (
          <FieldError>{messageOf(failure)}</FieldError>
        ) : missing ? (
          <p>One of the two no longer exists.</p>
        ) : !keep || !gone ? (
          <p className="text-muted">Loading...</p>
        ) : (
          <>
            <Heads entity={entity} keep={keep} gone={gone} />
            <Button
              variant="line"
              size="compact"
              className="justify-self-start"
              onClick={() => {
                setSwapped(!isSwapped);
                setOwn(swapped(own));
              }}
            >
              Keep the other one
            </Button>
            <Fields
              {...{ entity, keep, gone, choices }}
              onChoose={(name, choice) => setOwn({ ...own, [name]: choice })}
            />
            <WhatMoves entity={entity} gone={gone} title={titleOf(entity, keep)} />
          </>
        )}
        {merge.isError && (
          <div role="alert">
            <FieldError>{messageOf(merge.error)}</FieldError>
          </div>
        )}
      </div>
    </FormDialog>
  );
}

function Heads({ entity, keep, gone }: { entity: Entity; keep: KitRecord; gone: KitRecord }) {
  return (
    <div className="grid grid-cols-2 gap-3">
      {[
        { word: "Stays", record: keep },
        { word: "Goes", record: gone },
      ].map(({ word, record }) => (
        <div
          key={word}
          className={classNames(
            "min-w-0 rounded-1 border px-3 py-2",
            record === keep ? "border-nil bg-nil" : "border-dashed border-control",
          )}
        >
          <p className="text-caption text-muted">{word}</p>
          <p dir="auto" className="font-semibold wrap-anywhere">
            {titleOf(entity, record)}
          </p>
          <p className="text-caption text-muted">Created {formatMoment(record.created_at)}</p>
        </div>
      ))}
    </div>
  );
}

function Fields({
  entity,
  keep,
  gone,
  choices,
  onChoose,
}: {
  entity: Entity;
  keep: KitRecord;
  gone: KitRecord;
  choices: Choices;
  onChoose: (name: string, choice: Choice) => void;
}) {
  const differing = differingFields(entity, keep, gone);
  const same = entriesOf(entity.fields).length - differing.length;
  return (
    <>
      {differing.map((entry) => (
        <FieldChoice
          key={entry[0]}
          {...{ entry, keep, gone }}
          choice={choices[entry[0]] ?? "keep"}
          onChoose={(choice) => onChoose(entry[0], choice)}
        />
      ))}
      <p className="text-caption text-muted">
        {differing.length === 0
          ? "All fields are the same."
          : same > 0 && `${countOf(same, "field")} ${same === 1 ? "is" : "are"} the same on both.`}
      </p>
    </>
  );
}

function FieldChoice({
  entry,
  keep,
  gone,
  choice,
  onChoose,
}: {
  entry: FieldEntry;
  keep: KitRecord;
  gone: KitRecord;
  choice: Choice;
  onChoose: (choice: Choice) => void;
}) {
  const [name, field] = entry;
  const mayBeBoth = name === "notes" && textOf(entry, keep) !== "" && textOf(entry, gone) !== "";
  const box = "flex min-w-0 items-start gap-2 rounded-1 border px-2.5 py-2 has-focus-visible:outline-2";
  const option = (which: Choice, record: KitRecord | null) => (
    <label
      key={which}
      className={classNames(
        box,
        choice === which ? "border-ink bg-nil" : "border-line",
        which === "both" && "col-span-2",
      )}
    >
      <input
        type="radio"
        name={`merge-${name}`}
        className="mt-1 shrink-0 accent-solid"
        checked={choice === which}
        onChange={() => onChoose(which)}
      />
      <span dir="auto" className="line-clamp-4 min-w-0 wrap-anywhere">
        {record === null ? (
          "Both, one below the other"
        ) : textOf(entry, record) === "" ? (
          <span className="text-muted">Empty</span>
        ) : (
          textOf(entry, record)
        )}
      </span>
    </label>
  );
  return (
    <fieldset className="grid grid-cols-2 gap-x-3 gap-y-1.5">
      <legend className="mb-1 text-caption font-[560] text-muted">{field.label}</legend>
      {option("keep", keep)}
      {option("gone", gone)}
      {mayBeBoth && option("both", null)}
    </fieldset>
  );
}

const list = new Intl.ListFormat("en-US");

function WhatMoves({ entity, gone, title }: { entity: Entity; gone: KitRecord; title: string }) {
  const counts = useQuery(mergedCountsQuery(entity.table, gone.id));
  if (counts.isPending) return <p className="text-muted">Loading...</p>;
  if (counts.isError) return <FieldError>{messageOf(counts.error)}</FieldError>;
  const words = counts.data.map(({ moved, count }) =>
    moved === "events"
      ? countOf(count, "timeline entry", "timeline entries")
      : countOf(count, moved.replaceAll("_", " ").replace(/ies$/, "y").replace(/s$/, ""), moved.replaceAll("_", " ")),
  );
  const isOne = counts.data.length === 1 && counts.data[0]?.count === 1;
  const name = titleOf(entity, gone);
  return (
    <p className="wrap-anywhere">
      {words.length > 0
        ? `${list.format(words)} of ${name} ${isOne ? "moves" : "move"} to ${title}`
        : `Nothing belongs to ${name}`}
      , and the {entity.one} {name} is gone. The merge can be undone for 30 days.
    </p>
  );
}
