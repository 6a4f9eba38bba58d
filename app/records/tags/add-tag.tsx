// Adds a tag by typing: those there are, or a new one.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Combobox } from "#app/ui/desk/combobox.tsx";
import { tagsQuery } from "../own-fields.ts";

export function AddTag({
  label = "Add a tag",
  has,
  onAdd,
  creates = true,
  className,
}: {
  label?: string;
  /** What need not be offered. */
  has: readonly string[];
  onAdd: (name: string) => void;
  creates?: boolean;
  className?: string;
}) {
  const tags = useQuery(tagsQuery);
  const [term, setTerm] = useState("");
  const wanted = term.trim().toLowerCase();
  const options = (tags.data ?? [])
    .filter(({ name }) => !has.includes(name) && name.toLowerCase().includes(wanted))
    .slice(0, 50)
    .map(({ name }) => ({ id: name, label: name }));
  return (
    <Combobox
      label={label}
      chosen={null}
      options={options}
      loading={tags.isPending}
      onTerm={setTerm}
      onChoose={(option) => onAdd(option.id)}
      placeholder={label}
      nothing={creates ? "Type a new tag" : "No tags"}
      {...(creates && { onCreate: (name: string) => onAdd(name.replaceAll(";", ",").slice(0, 40)) })}
      {...(className && { className })}
    />
  );
}
