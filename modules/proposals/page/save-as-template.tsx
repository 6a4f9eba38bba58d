// A proposal as the beginning of others: text, lines, groups and payments. Names in the text can be tags: {{ account.name }}.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "#app/lib/request-error.ts";
import { FieldError, SelectField, TextField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { toast } from "#app/ui/toast.ts";
import { type ProposalRecord, proposalQuery } from "../proposals-data.ts";
import { proposalTemplatesQuery, saveAsTemplate } from "../templates-of-catalogue-data.ts";

export function SaveAsTemplate({
  record,
  finish,
  onClose,
}: {
  record: ProposalRecord;
  /** Saves what is being typed first. */
  finish?: () => Promise<string>;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const templates = useQuery(proposalTemplatesQuery).data ?? [];
  const [id, setId] = useState("");
  const [name, setName] = useState(record.version.title);
  const save = useMutation({
    mutationFn: async () => {
      await finish?.();
      const saved = client.getQueryData(proposalQuery(record.id).queryKey) ?? record;
      return saveAsTemplate(saved, name.trim(), id || null);
    },
    onSuccess: ({ no }) => {
      void client.invalidateQueries({ queryKey: ["records", "proposal_templates"] });
      toast({
        title: `Saved as version ${no}`,
        text: "Proposals that began with an earlier version stay as they are.",
      });
      onClose();
    },
  });
  return (
    <FormDialog
      narrow
      title="Save as a template"
      busy={save.isPending}
      onClose={onClose}
      confirm="Save"
      blocked={name.trim() === ""}
      onConfirm={() => save.mutate()}
    >
      <div className="grid gap-4">
        <SelectField
          label="As"
          size="compact"
          value={id}
          onChange={(event) => {
            setId(event.target.value);
            setName(templates.find((each) => each.id === event.target.value)?.name ?? record.version.title);
          }}
        >
          <option value="">A new template</option>
          {templates.map((each) => (
            <option key={each.id} value={each.id}>
              A new version of {each.name}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Name"
          size="compact"
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <p className="text-muted">
          Lines that came from the catalogue take its price of the day when a proposal begins with this.
        </p>
        {save.isError && <FieldError>{messageOf(save.error)}</FieldError>}
      </div>
    </FormDialog>
  );
}
