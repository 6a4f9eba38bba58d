import { countOf } from "#app/lib/formats.ts";
import { Checkbox } from "#app/ui/field.tsx";
import type { Entity } from "../entity.ts";
import type { Findings } from "./import-steps.ts";

export interface Choices {
  skipDuplicates: boolean;
  createCompanies: boolean;
}

/** What the server found out about the uploaded rows, and what to do about it. */
export function FindingsReport({
  entity,
  findings: { duplicates, companyMissing },
  choices,
  onChange,
}: {
  entity: Entity;
  findings: Findings;
  choices: Choices;
  onChange: (choices: Choices) => void;
}) {
  const inDatabase = [...duplicates.values()].filter((where) => where === "in the database").length;
  const by = entity.table === "accounts" ? "domain" : "e-mail address";
  const lines = [...duplicates.keys()].slice(0, 10).join(", ");
  return (
    <div className="grid gap-3 rounded-1 bg-nil px-3 py-3">
      {duplicates.size === 0 ? (
        <p>No duplicates by {by}.</p>
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
      {companyMissing.size > 0 && (
        <Checkbox
          label={`Create the accounts that are missing (for ${countOf(companyMissing.size, "row")}). Otherwise these rows are left out.`}
          checked={choices.createCompanies}
          onChange={(event) => onChange({ ...choices, createCompanies: event.target.checked })}
        />
      )}
    </div>
  );
}
