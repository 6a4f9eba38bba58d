import { type Entity, entriesOf } from "#domain/entity.ts";
import { countOf } from "#app/lib/formats.ts";
import { SelectField } from "#app/ui/field.tsx";
import { type Encoding, encodings } from "#domain/decode-file.ts";
import { isNeeded, type Matching } from "./match-columns.ts";
import type { CsvTable } from "#domain/read-csv.ts";

export function ColumnMatching({
  entity,
  file,
  table,
  matching,
  fixed,
  onEncoding,
  onMatch,
}: {
  entity: Entity;
  file: { name: string; encoding: Encoding; sure: boolean };
  table: CsvTable;
  matching: Matching;
  fixed: boolean;
  onEncoding: (encoding: Encoding) => void;
  onMatch: (field: string, column: number | null) => void;
}) {
  const fields = entriesOf(entity.fields);
  const shown = fields.filter(([name]) => name in matching);
  const preview = shown.length > 0 ? "overflow-x-auto rounded-1 border border-line" : "hidden";
  const taken = Object.values(matching);
  const left = table.headings.filter((heading, index) => heading.trim() !== "" && !taken.includes(index));
  return (
    <>
      <p className="wrap-anywhere">
        {file.name}, {countOf(table.rows.length, "row")}
      </p>
      {!file.sure && (
        <p role="alert" className="rounded-1 bg-dev-bg px-3 py-2.5 text-dev">
          This file is not UTF-8. It is read as {file.encoding}: check below that the letters look right, or choose
          another encoding.
        </p>
      )}
      <fieldset disabled={fixed} className="grid gap-3 sm:grid-cols-2">
        <legend className="mb-2 font-semibold">Columns</legend>
        {fields.map(([name, field]) => (
          <SelectField
            key={name}
            label={field.label}
            marked={isNeeded(field)}
            size="compact"
            value={matching[name] ?? ""}
            onChange={(event) => onMatch(name, event.target.value === "" ? null : Number(event.target.value))}
          >
            <option value="">Not in the file</option>
            {table.headings.map((heading, index) => (
              <option key={index} value={index}>
                {heading || `Column ${index + 1}`}
              </option>
            ))}
          </SelectField>
        ))}
        <SelectField
          label="Encoding"
          size="compact"
          value={file.encoding}
          onChange={(event) => onEncoding(event.target.value as Encoding)}
        >
          {encodings.map((encoding) => (
            <option key={encoding}>{encoding}</option>
          ))}
        </SelectField>
      </fieldset>
      {left.length > 0 && <p className="wrap-anywhere text-muted">Not imported: {left.join(", ")}.</p>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways, also by keyboard */}
      <section aria-label="Preview" tabIndex={0} className={preview}>
        <table aria-label="First rows" className="w-full text-caption">
          <thead>
            <tr>
              {shown.map(([name, field]) => (
                <th key={name} scope="col" className="px-2.5 py-1.5 text-left font-[560] whitespace-nowrap text-muted">
                  {field.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.slice(0, 4).map((row) => (
              <tr key={row.line} className="border-t border-line">
                {shown.map(([name]) => (
                  <td key={name} dir="auto" className="max-w-40 truncate px-2.5 py-1.5">
                    {row.cells[matching[name] ?? -1] ?? ""}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
