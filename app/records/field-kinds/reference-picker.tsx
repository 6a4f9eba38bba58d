import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import type { Target } from "#domain/entity.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { Combobox } from "#app/ui/compact/combobox.tsx";
import { toast } from "#app/ui/toast.ts";
import { createReferred, referenceNameQuery, suggestionsQuery } from "../reference-data.ts";
import type { Control } from "./field-kind.ts";

/** Chooses a record of another table by name; searches on the server, so 100,000 of them are as quick as three. */
export function ReferencePicker({
  label,
  to,
  value,
  onChange,
  onBlur,
  inputRef,
  control,
}: {
  label: string;
  to: Target;
  value: string;
  onChange: (id: string) => void;
  onBlur?: () => void;
  inputRef?: (input: HTMLElement | null) => void;
  control?: Control;
}) {
  const [term, setTerm] = useState("");
  const client = useQueryClient();
  const found = useQuery({ ...suggestionsQuery(to, term), placeholderData: keepPreviousData });
  const name = useQuery(referenceNameQuery(to, value));
  const [picked, setPicked] = useState<{ id: string; label: string } | null>(null);
  const shown = picked?.id === value ? picked.label : (name.data ?? "");
  const choose = (option: { id: string; label: string }) => {
    setPicked(option);
    onChange(option.id);
  };
  const create = useMutation({
    mutationFn: (title: string) => createReferred(to, title),
    onSuccess: (made) => {
      choose(made);
      void client.invalidateQueries({ queryKey: ["records", to.table] });
    },
    onError: (error) => toast({ title: `Failed to create the ${to.one}`, text: messageOf(error), tone: "danger" }),
  });
  // A link or a tab left open may name a record that was deleted since: then none is chosen, and its name says why.
  const [last, setLast] = useState("");
  if (shown && shown !== last) setLast(shown);
  const [lost, setLost] = useState("");
  const unchoose = useEffectEvent(() => onChange(""));
  const gone = value !== "" && name.data === null;
  if (gone && lost !== last) setLost(last);
  useEffect(() => {
    if (gone) unchoose();
  }, [gone]);
  return (
    <Combobox
      {...(control && { control })}
      label={label}
      chosen={value ? { id: value, label: shown } : null}
      options={found.data ?? []}
      loading={found.isFetching || create.isPending}
      onTerm={setTerm}
      onChoose={choose}
      {...(onBlur && { onBlur })}
      inputRef={inputRef}
      placeholder={lost ? `${lost} was deleted` : `Search ${plural(to.one)}`}
      nothing={`No ${to.one} of that name.`}
      onCreate={to.creatable && ((title) => create.mutate(title))}
    />
  );
}

/** "companies", "leases". */
export const plural = (word: string) => (/[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`);
