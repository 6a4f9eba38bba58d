// "File with": the thread also stands on the page of a contact, company or deal to which nobody on it leads.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { Target } from "#domain/entity.ts";
import { may } from "#app/lib/access.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { ReferencePicker } from "#app/records/field-kinds/reference-picker.tsx";
import { useRecordsContext } from "#app/records/records-context.ts";
import { Segmented } from "#app/ui/compact/segmented.tsx";
import { Field } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { toast } from "#app/ui/toast.ts";
import { filingsQuery, type RecordKind, useFileThread, useUnfileThread } from "../mailbox-data.ts";
import { recordAddress } from "./thread-address-data.ts";

const targets: Record<RecordKind, Target & { label: string }> = {
  contacts: { table: "contacts", one: "contact", page: "/admin/crm/contacts", label: "Contact" },
  accounts: { table: "accounts", one: "company", page: "/admin/crm/accounts", label: "Company" },
  deals: { table: "deals", one: "deal", page: "/admin/deals", label: "Deal" },
};

/** What the caller may file mail with. */
export function useFilingKinds(): RecordKind[] {
  const { isOn } = useRecordsContext();
  return [
    ...(may("crm", "edit") ? (["contacts", "accounts"] as const) : []),
    ...(isOn("deals") && may("deals", "edit") ? (["deals"] as const) : []),
  ];
}

export function FileThread({ thread, onClose }: { thread: string; onClose: () => void }) {
  const kinds = useFilingKinds();
  const [kind, setKind] = useState<RecordKind>(kinds.includes("deals") ? "deals" : (kinds[0] ?? "contacts"));
  const [record, setRecord] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const file = useFileThread();
  const { label } = targets[kind];
  const submit = () =>
    record === ""
      ? setProblem(`Choose a ${targets[kind].one}.`)
      : file.mutate(
          { thread, kind, record },
          {
            onSuccess: () => {
              toast({ title: "Filed: the thread is on its page, too" });
              onClose();
            },
            onError: (error) => setProblem(messageOf(error)),
          },
        );
  return (
    <FormDialog
      narrow
      title="File this thread with a record"
      confirm={file.isPending ? "Filing..." : "File it"}
      busy={file.isPending}
      onConfirm={submit}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <p className="text-muted">
          It appears in that record&rsquo;s mail as well, for everyone who may see it now. New mail in the thread
          follows. It does not count as contact with that person.
        </p>
        <Segmented
          label="What to file it with"
          choices={kinds.map((each) => ({ id: each, name: targets[each].label }))}
          chosen={kind}
          onChoose={(next) => {
            setKind(next);
            setRecord("");
            setProblem(null);
          }}
        />
        <Field label={label} size="compact">
          {(control) => (
            <ReferencePicker
              key={kind}
              label={label}
              to={targets[kind]}
              value={record}
              control={control}
              onChange={setRecord}
            />
          )}
        </Field>
        {problem && (
          <p role="alert" className="text-caption font-semibold text-danger">
            {problem}
          </p>
        )}
      </div>
    </FormDialog>
  );
}

/** With which records it was filed by hand, and the way back. */
export function FiledWith({ thread }: { thread: string }) {
  const filings = useQuery(filingsQuery(thread)).data ?? [];
  const kinds = useFilingKinds();
  const unfile = useUnfileThread();
  if (filings.length === 0) return null;
  return (
    <ul aria-label="Filed by hand with" className="flex flex-wrap gap-2 text-caption">
      {filings.map(({ id, of, name }) => (
        <li
          key={id}
          className="flex max-w-full items-center gap-1.5 rounded-1 rounded-br-turn-sm border border-line py-1 pr-1 pl-2.5"
        >
          <span className="text-muted">{targets[of.kind].label}:</span>
          <Link to={recordAddress(of)} className="min-w-0 truncate font-semibold hover:underline">
            <bdi>{name}</bdi>
          </Link>
          {kinds.includes(of.kind) && (
            <button
              type="button"
              aria-label={`No longer file with ${name}`}
              disabled={unfile.isPending}
              className="inline-flex size-7 cursor-pointer items-center justify-center rounded-1 hover:bg-shade max-sm:size-10"
              onClick={() => unfile.mutate(id)}
            >
              <Icon name="close" className="size-3.5" />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
