import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import type { PickerProps } from "#app/admin/field-inputs.tsx";
import { Combobox } from "#app/ui/combobox.tsx";
import { companiesQuery, companyNameQuery } from "./accounts-data.ts";

/** Chooses one account by name; searches on the server, so 100,000 accounts are as quick as three. */
export function CompanyPicker({ value, onChange, onBlur, inputRef, control }: PickerProps) {
  const [term, setTerm] = useState("");
  const found = useQuery({ ...companiesQuery(term), placeholderData: keepPreviousData });
  const name = useQuery(companyNameQuery(value));
  const [picked, setPicked] = useState<{ id: string; label: string } | null>(null);
  const label = picked?.id === value ? picked.label : (name.data ?? "");
  // A link or a tab left open may name a company that was deleted since: then none is chosen, and the form can say so.
  const unchoose = useEffectEvent(() => onChange(""));
  const gone = value !== "" && name.data === null;
  useEffect(() => {
    if (gone) unchoose();
  }, [gone]);
  return (
    <Combobox
      control={control}
      chosen={value ? { id: value, label } : null}
      options={(found.data ?? []).map((company) => ({ id: company.id, label: company.name }))}
      loading={found.isFetching}
      onTerm={setTerm}
      onChoose={(option) => {
        setPicked(option);
        onChange(option.id);
      }}
      onBlur={onBlur}
      inputRef={inputRef}
      placeholder="Search companies"
      nothing="No company of that name. Create the account first."
    />
  );
}
