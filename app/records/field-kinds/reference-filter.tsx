import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Target } from "#domain/entity.ts";
import { IconButton } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Combobox } from "#app/ui/compact/combobox.tsx";
import { referenceNameQuery, suggestionsQuery } from "../reference-data.ts";
import { filterBox } from "./filter-box.ts";

/** Narrows a list to the records that point to one: shows which, and lifts it. */
export function ReferenceFilter({
  label,
  to,
  value,
  onChange,
}: {
  label: string;
  to: Target;
  value: string;
  onChange: (id: string) => void;
}) {
  const [term, setTerm] = useState("");
  const found = useQuery({ ...suggestionsQuery(to, term), placeholderData: keepPreviousData });
  const name = useQuery(referenceNameQuery(to, value));
  if (value)
    return (
      <span className={classNames(filterBox, "inline-flex min-w-0 items-center gap-1 pr-0.5 font-semibold")}>
        <span className="max-w-48 truncate">
          {label}: {name.isPending ? "Loading..." : (name.data ?? "no longer here")}
        </span>
        <IconButton name="close" label={`Remove filter ${label}`} size="compact" onClick={() => onChange("")} />
      </span>
    );
  return (
    <Combobox
      label={label}
      chosen={null}
      options={found.data ?? []}
      loading={found.isFetching}
      onTerm={setTerm}
      onChoose={({ id }) => onChange(id)}
      placeholder={`${label}: any`}
      nothing={`No ${to.one} of that name.`}
      className={classNames(filterBox, "w-40 placeholder:text-ink")}
    />
  );
}
