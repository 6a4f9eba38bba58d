import type { Entity } from "#domain/entity.ts";
import { countOf } from "#app/lib/formats.ts";
import { Checkbox } from "#app/ui/field.tsx";
import { references } from "../entity.ts";
import { plural } from "../field-kinds/reference-picker.tsx";
import type { ImportOptions } from "./dry-run.ts";
import type { Findings } from "./import-steps.ts";

export type Choices = Pick<ImportOptions, "skipDuplicates" | "createMissing">;

const orList = new Intl.ListFormat("en-US", { type: "disjunction" });
const andList = new Intl.ListFormat("en-US");

/** What the server found out about the uploaded rows, and what to do about it. */
export function FindingsReport({
  entity,
  findings: { duplicates, missing, unmade },
  updates,
  choices,
  onChange,
}: {
  entity: Entity;
  findings: Findings;
  /** Rows change the records that they find: there are no duplicates. */
  updates: boolean;
  choices: Choices;
  onChange: (choices: Choices) => void;
}) {
  const found = [...duplicates.values()];
  const inDatabase = found.filter(({ where }) => where === "in the database").length;
  const label = (name: string) => (entity.fields[name]?.label ?? name).toLowerCase();
  const by = andList.format([...new Set(found.map(({ field }) => label(field)))]);
  const lines = [...duplicates.keys()].slice(0, 10).join(", ");
  const words = references(entity).flatMap(([name, { to }]) =>
    [...missing.values()].includes(name) ? [plural(to.one)] : [],
  );
  return (
    <div className="grid gap-3 rounded-1 bg-nil px-3 py-3">
      {updates ? null : duplicates.size === 0 ? (
        <p>No duplicates{entity.sameBy && ` by ${orList.format(entity.sameBy.map(label))}`}.</p>
      ) : (
        <>
          <p>
            {countOf(duplicates.size, "duplicate")} by {by}: {inDatabase} already in the database,{" "}
            {duplicates.size - inDatabase} repeated in the file. {duplicates.size === 1 ? "Line" : "Lines"} {lines}
            {duplicates.size > 10 && " and more"}.
          </p>
          <Checkbox
            label="Leave duplicates out"
            checked={choices.skipDuplicates}
            onChange={(event) => onChange({ ...choices, skipDuplicates: event.target.checked })}
          />
        </>
      )}
      {[...new Set(unmade.values())].map((name) => {
        const rows = [...unmade.values()].filter((field) => field === name).length;
        const to = references(entity).find(([field]) => field === name)?.[1].to;
        return (
          <p key={name}>
            {countOf(rows, "row")} {rows === 1 ? "names" : "name"} a {to?.one ?? label(name)} that does not exist.{" "}
            {rows === 1 ? "It is" : "They are"} left out.
          </p>
        );
      })}
      {missing.size > 0 && (
        <Checkbox
          label={`Create the ${andList.format(words)} that are missing (for ${countOf(missing.size, "row")}). Otherwise these rows are left out.`}
          checked={choices.createMissing}
          onChange={(event) => onChange({ ...choices, createMissing: event.target.checked })}
        />
      )}
    </div>
  );
}
