// Adds a tag by typing: those there are, or a new one.
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Combobox } from "#app/ui/compact/combobox.tsx";
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
  // A new field for each tag: nothing stays chosen, the list closes, and one can go on typing.
  const [turn, setTurn] = useState(0);
  const goesOn = useRef(false);
  const add = (name: string) => {
    goesOn.current = true;
    setTerm("");
    setTurn(turn + 1);
    onAdd(name);
  };
  const wanted = term.trim().toLowerCase();
  const options = (tags.data ?? [])
    .filter(({ name }) => !has.includes(name) && name.toLowerCase().includes(wanted))
    .slice(0, 50)
    .map(({ name }) => ({ id: name, label: name }));
  return (
    <Combobox
      key={turn}
      label={label}
      inputRef={(input) => {
        if (input && goesOn.current) input.focus();
        goesOn.current = false;
      }}
      chosen={null}
      options={options}
      loading={tags.isPending}
      onTerm={setTerm}
      onChoose={(option) => add(option.id)}
      placeholder={label}
      nothing={creates ? "Type a new tag" : "No tags"}
      {...(creates && { onCreate: (name: string) => add(name.replaceAll(";", ",").slice(0, 40)) })}
      {...(className && { className })}
    />
  );
}
