import { parseNumber, typedNumber } from "#domain/formats.ts";
import { useState } from "react";
import { inputClass } from "#app/ui/field.tsx";

/** A field that is saved when one leaves it; what cannot be saved goes back to what it was. */
export function SavedInput({
  label,
  value,
  numeric = false,
  check,
  onSave,
}: {
  label: string;
  value: string;
  numeric?: boolean;
  check: (text: string) => boolean;
  onSave: (text: string) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const leave = () => {
    const text = typed?.trim();
    const next = text !== undefined && numeric ? (parseNumber(text) ?? text) : text;
    setTyped(null);
    if (next !== undefined && next !== value && check(next)) onSave(next);
  };
  return (
    <input
      aria-label={label}
      className={`${inputClass("compact")} ${numeric ? "text-right" : ""}`}
      inputMode={numeric ? "decimal" : "text"}
      maxLength={numeric ? 20 : 60}
      autoComplete="off"
      value={typed ?? (numeric ? typedNumber(value) : value)}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key === "Enter") event.currentTarget.blur();
        if (event.key === "Escape") setTyped(null);
      }}
    />
  );
}
