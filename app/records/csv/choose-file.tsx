import { useState } from "react";
import { entriesOf, type Fields } from "#domain/entity.ts";
import { classNames } from "#app/ui/class-names.ts";
import { Icon } from "#app/ui/icon.tsx";

export function ChooseFile({ fields, onChoose }: { fields: Fields; onChoose: (file: File) => void }) {
  const [over, setOver] = useState(false);
  return (
    <>
      <p>
        The first line names the columns. Known columns:{" "}
        {entriesOf(fields)
          .map(([, field]) => field.label)
          .join(", ")}
        .
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is a second way; the input is the first */}
      <label
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          const [file] = event.dataTransfer.files;
          if (file) onChoose(file);
        }}
        className={classNames(
          "grid justify-items-center gap-2 rounded-1 border border-dashed border-control px-4 py-8 text-center focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus",
          over && "bg-nil",
        )}
      >
        <Icon name="document" className="size-6 text-muted" />
        <span className="font-semibold">Choose a CSV file, or drop it here</span>
        <input
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          className="sr-only"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file) onChoose(file);
          }}
        />
      </label>
    </>
  );
}
