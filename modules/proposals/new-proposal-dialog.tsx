// A new proposal: for a deal, from which company, person and amount come, or for a company alone.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { messageOf } from "#app/lib/request-error.ts";
import { ReferencePicker } from "#app/records/field-kinds/reference-picker.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import { Segmented } from "#app/ui/compact/segmented.tsx";
import { toast } from "#app/ui/toast.ts";
import { useRecordsContext } from "#app/records/records-context.ts";
import { createProposal } from "./proposals-data.ts";
import { beginWithTemplate, proposalTemplatesQuery } from "./templates-of-catalogue-data.ts";

const targets = {
  deal: { table: "deals", one: "deal" },
  account: { table: "accounts", one: "company" },
} as const;

export function useNewProposal() {
  const navigate = useNavigate();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ template, ...of }: Record<string, string>) =>
      template ? beginWithTemplate(template, of) : { id: await createProposal(of), missing: [] },
    onSuccess: ({ id, missing }) => {
      if (missing.length > 0)
        toast({
          title: "Something is not known",
          text: `Fill in by hand what stands in braces: ${missing.join(", ")}.`,
          seconds: 10,
        });
      void client.invalidateQueries({ queryKey: ["proposals"] });
      void navigate(`/admin/proposals/${id}`);
    },
    onError: (error) => toast({ title: "No proposal was made", text: messageOf(error), tone: "danger" }),
  });
}

export function NewProposalDialog({ onClose }: { onClose: () => void }) {
  const [of, setOf] = useState<"deal" | "account">("deal");
  const [id, setId] = useState("");
  const [template, setTemplate] = useState("");
  const templates = useQuery({ ...proposalTemplatesQuery, enabled: useRecordsContext().isOn("catalogue") }).data ?? [];
  const make = useNewProposal();
  return (
    <FormDialog
      narrow
      title="New proposal"
      busy={make.isPending}
      onClose={onClose}
      confirm="Write it"
      blocked={!id}
      onConfirm={() => make.mutate({ [of]: id, ...(template && { template }) })}
    >
      <div className="grid gap-4">
        <Segmented
          label="For"
          choices={[
            { id: "deal", name: "For a deal" },
            { id: "account", name: "For a company" },
          ]}
          chosen={of}
          onChoose={(next) => {
            setOf(next);
            setId("");
          }}
        />
        <Field
          label={of === "deal" ? "Deal" : "Company"}
          size="compact"
          hint={of === "deal" ? "The company, the person and the amount come with it." : undefined}
        >
          {(control) => (
            <ReferencePicker
              key={of}
              label={of === "deal" ? "Deal" : "Company"}
              to={targets[of]}
              value={id}
              onChange={setId}
              control={control}
            />
          )}
        </Field>
        {templates.length > 0 && (
          <SelectField
            label="Begin with"
            size="compact"
            value={template}
            onChange={(event) => setTemplate(event.target.value)}
          >
            <option value="">An empty page</option>
            {templates.map(({ id: key, name }) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
      </div>
    </FormDialog>
  );
}
