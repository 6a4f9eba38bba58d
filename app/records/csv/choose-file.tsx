import { entriesOf, type Fields } from "#domain/entity.ts";
import { DropFile } from "#app/ui/drop-file.tsx";
import { Icon } from "#app/ui/icon.tsx";

export function ChooseFile({ fields, onChoose }: { fields: Fields; onChoose: (file: File) => void }) {
  return (
    <>
      <p>
        The first line names the columns. Known columns:{" "}
        {entriesOf(fields)
          .map(([, field]) => field.label)
          .join(", ")}
        .
      </p>
      <DropFile
        accept=".csv,.tsv,.txt,text/csv"
        onChoose={onChoose}
        className="grid justify-items-center gap-2 py-8 text-center"
      >
        <Icon name="document" className="size-6 text-muted" />
        <span className="font-semibold">Choose a CSV file, or drop it here</span>
      </DropFile>
    </>
  );
}
