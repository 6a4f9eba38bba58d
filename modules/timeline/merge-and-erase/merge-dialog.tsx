// From the page of a company or person: the other record is chosen, then both are compared.
import { useState } from "react";
import { Link } from "react-router";
import type { Target } from "#domain/entity.ts";
import { ReferencePicker } from "#app/records/field-kinds/reference-picker.tsx";
import { CompareRecords } from "#app/records/merge/compare-records.tsx";
import { useRecordsContext } from "#app/records/records-context.ts";
import { Field } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";

interface Props {
  record: { id: string };
  title: string;
  onClose: () => void;
}

export const MergeAccounts = (props: Props) => <MergeDialog kind="accounts" one="account" {...props} />;
export const MergeContacts = (props: Props) => <MergeDialog kind="contacts" one="contact" {...props} />;

function MergeDialog({ kind, one, record, title, onClose }: Props & { kind: "accounts" | "contacts"; one: string }) {
  const to: Target = { table: kind, one };
  const [other, setOther] = useState("");
  const [isComparing, setComparing] = useState(false);
  const entity = useRecordsContext().entityOf(kind);
  const itself = other === record.id;
  if (isComparing && entity) return <CompareRecords {...{ entity, onClose }} keepId={record.id} goneId={other} />;
  return (
    <FormDialog
      onClose={onClose}
      title={`Merge into ${short(title)}`}
      confirm="Compare"
      blocked={other === "" || itself}
      onConfirm={() => setComparing(true)}
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
        <p className="text-muted">
          Records that may be the same are listed under{" "}
          <Link to={`/admin/duplicates?kind=${kind}`} className="underline" onClick={onClose}>
            Duplicates
          </Link>
          .
        </p>
      </div>
    </FormDialog>
  );
}

const short = (name: string) => ([...name].length > 40 ? `${[...name].slice(0, 39).join("")}…` : name);
