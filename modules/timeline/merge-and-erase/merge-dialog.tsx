// Two records of the same company or person become one: this page's stays, the other goes, and everything of it moves here.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Target } from "#domain/entity.ts";
import { countOf } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { ReferencePicker } from "#app/records/field-kinds/reference-picker.tsx";
import { referenceNameQuery } from "#app/records/reference-data.ts";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { Field, FieldError } from "#app/ui/field.tsx";
import { toast } from "#app/ui/toast.ts";
import { mergedCountsQuery, mergeRecords } from "../timeline-data.ts";

interface Props {
  record: { id: string };
  title: string;
  onClose: () => void;
}
type Kind = "accounts" | "contacts";

export const MergeAccounts = (props: Props) => <MergeDialog kind="accounts" one="account" {...props} />;
export const MergeContacts = (props: Props) => <MergeDialog kind="contacts" one="contact" {...props} />;

function MergeDialog({ kind, one, record, title, onClose }: Props & { kind: Kind; one: string }) {
  const to: Target = { table: kind, one };
  const [other, setOther] = useState("");
  const client = useQueryClient();
  const name = useQuery(referenceNameQuery(to, other)).data ?? "";
  const merge = useMutation({
    mutationFn: () => mergeRecords(kind, record.id, other),
    onSuccess: () => {
      toast({ title: `${name} merged into ${title}` });
      void client.invalidateQueries({ queryKey: ["records"] });
      onClose();
    },
  });
  const itself = other === record.id;
  return (
    <FormDialog
      onClose={onClose}
      busy={merge.isPending}
      title={`Merge into ${short(title)}`}
      confirm={merge.isPending ? "Merging..." : `Merge ${one}s`}
      danger
      blocked={other === "" || itself}
      onConfirm={() => merge.mutate()}
    >
      <div className="grid gap-4">
        <Field
          label={`The other ${one}`}
          size="compact"
          error={itself ? `This is the ${one} itself. Choose another.` : undefined}
        >
          {(control) => (
            <ReferencePicker label={`The other ${one}`} to={to} value={other} onChange={setOther} control={control} />
          )}
        </Field>
        {other !== "" && !itself && <WhatMoves {...{ kind, one, title, name }} gone={other} />}
        {merge.isError && (
          <div role="alert">
            <FieldError>{messageOf(merge.error)}</FieldError>
          </div>
        )}
      </div>
    </FormDialog>
  );
}

const short = (name: string) => ([...name].length > 40 ? `${[...name].slice(0, 39).join("")}…` : name);
const list = new Intl.ListFormat("en-US");

function WhatMoves({
  kind,
  one,
  gone,
  name,
  title,
}: {
  kind: Kind;
  one: string;
  gone: string;
  name: string;
  title: string;
}) {
  const counts = useQuery(mergedCountsQuery(kind, gone));
  if (counts.isPending) return <p className="text-muted">Loading...</p>;
  if (counts.isError) return <FieldError>{messageOf(counts.error)}</FieldError>;
  const words = counts.data.map(({ moved, count }) => {
    if (moved === "events") return countOf(count, "timeline entry", "timeline entries");
    // All of them: "open tasks" are what deleting speaks of.
    return countOf(count, moved.replace(/ies$/, "y").replace(/s$/, ""), moved);
  });
  return (
    <p className="wrap-anywhere">
      {words.length > 0
        ? `${list.format(words)} of ${name} ${counts.data.length === 1 && counts.data[0]?.count === 1 ? "moves" : "move"} to ${title}`
        : `Nothing belongs to ${name}`}
      , fields that are empty here are filled from there, and the {one} {name} is gone. This cannot be undone.
    </p>
  );
}
