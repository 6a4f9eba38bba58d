// A person asks to be forgotten: their name and words go, everywhere; that something happened, and when, stays.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "#app/lib/request-error.ts";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { FieldError } from "#app/ui/field.tsx";
import { toast } from "#app/ui/toast.ts";
import { decided, type Decisions, ErasedFiles, useNamingFiles } from "./erased-files.tsx";
import { eraseContact, type ErasePreview, erasePreviewQuery } from "../timeline-data.ts";

export default function EraseDialog({
  record,
  title,
  onClose,
}: {
  record: { id: string };
  title: string;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const preview = useQuery(erasePreviewQuery(record.id));
  const files = useNamingFiles(record.id);
  const [decisions, setDecisions] = useState<Decisions>({});
  const chosen = decided(files.found, decisions);
  const erase = useMutation({
    mutationFn: () => eraseContact(record.id, chosen ?? []),
    onSuccess: () => {
      toast({ title: "Person erased" });
      // Every module may have shown something of this person: mail, ties, meetings.
      void client.invalidateQueries();
      onClose();
    },
  });
  return (
    <FormDialog
      narrow
      onClose={onClose}
      busy={erase.isPending}
      title="Erase this person?"
      confirm={erase.isPending ? "Erasing..." : "Erase person"}
      danger
      blocked={preview.isPending || files.isReading || chosen === null}
      autofocus="keep"
      onConfirm={() => erase.mutate()}
    >
      <p className="wrap-anywhere">
        The name, addresses and every word kept about {title} are emptied or replaced, wherever they are: on this page,
        in notes, timelines, tasks, mails, proposals, payments and document names. That something happened, and when,
        stays. This cannot be undone.
      </p>
      {preview.isPending && <p className="text-muted">Loading...</p>}
      {preview.isError && (
        <p className="text-muted">What the law keeps could not be listed: {messageOf(preview.error)}</p>
      )}
      <Kept found={preview.data ?? []} />
      <ErasedFiles
        {...{ files, decisions }}
        onDecide={(version, decision) => setDecisions((all) => ({ ...all, [version]: decision }))}
      />
      {erase.isError && (
        <div role="alert">
          <FieldError>{messageOf(erase.error)}</FieldError>
        </div>
      )}
    </FormDialog>
  );
}

const list = new Intl.ListFormat("en-US");

/** What stays, and why; and what erasing does not decide. */
function Kept({ found }: { found: readonly ErasePreview[] }) {
  const numbers = (sort: ErasePreview["sort"]) =>
    found.flatMap((each) => (each.sort === sort ? (each.number ?? []) : []));
  const titles = (sort: ErasePreview["sort"]) =>
    found.flatMap((each) => (each.sort === sort ? (each.title ?? []) : []));
  const byLaw = [
    ["Accepted proposals", numbers("proposal")],
    ["Invoices", numbers("invoice")],
    ["Payment requests", numbers("payment request")],
  ] as const;
  const logins = titles("login");
  return (
    <>
      {byLaw.some(([, kept]) => kept.length > 0) && (
        <section aria-label="Kept by law" className="mt-3 rounded-1 border border-line px-3 py-2">
          <h3 className="font-[640]">Kept by law, under their numbers, in no list and no search</h3>
          <ul className="mt-1 text-caption">
            {byLaw.map(([what, kept]) => kept.length > 0 && <li key={what}>{`${what}: ${list.format(kept)}`}</li>)}
          </ul>
        </section>
      )}
      {logins.length > 0 && (
        <p className="mt-3 wrap-anywhere">
          {list.format(logins)} can sign in here. An account to sign in is removed by its owner or by the operator.
        </p>
      )}
      {titles("same name").length > 0 && (
        <p className="mt-3">
          Another contact has the same name. The name is replaced only where it is about this person; their address
          everywhere.
        </p>
      )}
    </>
  );
}
