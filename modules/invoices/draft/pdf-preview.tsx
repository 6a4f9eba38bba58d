// A PDF beside the form, drawn by the browser; on a phone a button opens it.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { messageOf } from "#app/lib/request-error.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { fileQuery } from "../invoices-data.ts";

export function PdfPreview({ path, version, label, note }: { path: string; version: string; label: string; note?: string | undefined }) {
  const file = useQuery(fileQuery(path, version));
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!file.data) return undefined;
    const made = URL.createObjectURL(file.data);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file.data]);
  return (
    <section aria-label={label} className={panelClass}>
      <header className="flex min-h-11 items-center justify-between gap-3 border-b border-line py-1.5 pr-2 pl-4">
        <h2 className="text-small font-[640]">PDF</h2>
        {address && (
          <a href={address} target="_blank" rel="noreferrer" className={buttonClass({ variant: "line", size: "compact" })}>
            Open
          </a>
        )}
      </header>
      {note && <p className="border-b border-line px-4 py-2 text-caption text-muted">{note}</p>}
      {file.isPending && <p className="px-4 py-6 text-muted">The PDF is being laid out...</p>}
      {file.isError && (
        <div role="alert" className="grid justify-items-start gap-2 px-4 py-3 text-danger">
          <p>The PDF could not be shown. {messageOf(file.error)}</p>
          <Button variant="line" size="compact" onClick={() => void file.refetch()}>
            Try again
          </Button>
        </div>
      )}
      {address && <iframe src={`${address}#toolbar=0&view=FitH`} title={label} className="block aspect-[1/1.414] w-full bg-sunken max-sm:hidden" />}
    </section>
  );
}
