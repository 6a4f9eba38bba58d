// A VAT id as it is typed: what cannot be right is said at once, and nothing is stopped by it.
import { useState } from "react";
import { TextField } from "#app/ui/field.tsx";
import { vatIdProblem } from "./vat-id.ts";

export function VatIdField({ saved }: { saved: string | null | undefined }) {
  const [typed, setTyped] = useState(saved ?? "");
  // Not while it is being typed.
  const [left, setLeft] = useState(typed);
  const problem = left === typed ? vatIdProblem(typed) : null;
  return (
    <TextField
      name="vat_id"
      label="VAT id"
      size="compact"
      maxLength={20}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => setLeft(typed)}
      hint={problem && <span className="text-danger">{problem}</span>}
    />
  );
}
