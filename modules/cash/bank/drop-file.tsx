// Where a file of the bank is chosen or dropped.
import { useState } from "react";
import { classNames } from "#app/ui/class-names.ts";
import { Icon } from "#app/ui/icon.tsx";

export function DropFile({ onChoose }: { onChoose: (file: File) => void }) {
  const [over, setOver] = useState(false);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is a second way; the input is the first
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
        "flex min-h-14 w-full cursor-pointer items-center justify-center gap-x-2.5 rounded-1 border border-dashed border-control px-4 py-3 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus",
        over && "bg-nil",
      )}
    >
      <Icon name="document" className="shrink-0 text-muted" />
      <span>
        <b className="font-semibold">Choose a file of the bank, or drop it here</b>
        <span className="block text-caption text-muted">
          CAMT 052, 053, 054 or CSV, up to 20 MB. You see its bookings before they are kept.
        </span>
      </span>
      <input
        type="file"
        accept=".xml,.csv,.txt,.tsv,text/xml,application/xml,text/csv"
        className="sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) onChoose(file);
          event.target.value = "";
        }}
      />
    </label>
  );
}
