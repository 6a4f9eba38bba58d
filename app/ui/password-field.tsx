import { type ComponentProps, useState } from "react";
import { Field, inputClass } from "./field.tsx";

/** A password that can be looked at. Password managers go by `autoComplete`: current-password or new-password. */
export function PasswordField({
  label,
  error,
  hint,
  marked,
  size = "page",
  ...input
}: { label: string; error?: string | undefined; hint?: string; marked?: boolean; size?: "page" | "compact" } & Omit<
  ComponentProps<"input">,
  "type" | "size"
>) {
  const [shown, setShown] = useState(false);
  return (
    <Field {...{ label, error, hint, marked, size }}>
      {(control) => (
        <div className="relative">
          <input
            type={shown ? "text" : "password"}
            autoCapitalize="none"
            spellCheck={false}
            className={`${inputClass(size)} pr-16`}
            {...input}
            {...control}
          />
          <button
            type="button"
            aria-pressed={shown}
            aria-label={`Show ${label.toLowerCase()}`}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0 rounded-1 px-3 text-caption font-semibold text-muted -outline-offset-2 hover:text-ink"
          >
            {shown ? "Hide" : "Show"}
          </button>
        </div>
      )}
    </Field>
  );
}
