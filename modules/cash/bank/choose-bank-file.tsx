import { DropFile } from "#app/ui/drop-file.tsx";
import { Icon } from "#app/ui/icon.tsx";

export const ChooseBankFile = ({ onChoose }: { onChoose: (file: File) => void }) => (
  <DropFile
    accept=".xml,.csv,.txt,.tsv,text/xml,application/xml,text/csv"
    onChoose={onChoose}
    className="flex min-h-14 w-full items-center justify-center gap-x-2.5 py-3"
  >
    <Icon name="document" className="shrink-0 text-muted" />
    <span>
      <b className="font-semibold">Choose a file of the bank, or drop it here</b>
      <span className="block text-caption text-muted">
        CAMT 052, 053, 054 or CSV, up to 20 MB. You see its bookings before they are kept.
      </span>
    </span>
  </DropFile>
);
