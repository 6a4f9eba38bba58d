// Form fields: label above, the control, one plain sentence when something is wrong.
import { type ComponentProps, type ReactNode, useId } from "react";
import { classNames } from "./class-names.ts";
import { Icon } from "./icon.tsx";

export const inputClass = (size: "page" | "compact" = "page") =>
  classNames(
    "w-full rounded-1 border border-control bg-surface hover:border-ink focus-visible:border-focus focus-visible:outline-offset-0",
    "user-invalid:border-danger user-invalid:shadow-[inset_0_0_0_1px_var(--danger)] aria-invalid:border-danger aria-invalid:shadow-[inset_0_0_0_1px_var(--danger)]",
    "disabled:border-line disabled:bg-sunken disabled:text-muted",
    size === "page" ? "min-h-12 px-3.5 py-2.5" : "min-h-9.5 px-2.75 py-1.75 text-ui",
  );

export function FieldError({ id, children }: { id?: string | undefined; children: ReactNode }) {
  return (
    <p id={id} className="mt-1.5 flex items-start gap-1.5 text-small font-[520] text-danger">
      <Icon name="alert" className="mt-0.5 size-4.5" />
      {children}
    </p>
  );
}

interface Frame {
  label: string;
  /** What is wrong, and what to do about it. */
  error?: string | undefined;
  hint?: ReactNode;
  /** Marks the label with an asterisk (dialogs only; public forms say it with `required`). */
  marked?: boolean | undefined;
  size?: "page" | "compact" | undefined;
}

/** The frame around any control: give the control the id and the description ids it hands out. */
export function Field({
  label,
  error,
  hint,
  marked,
  size = "page",
  children,
}: Frame & {
  children: (control: {
    id: string;
    "aria-invalid": true | undefined;
    "aria-describedby": string | undefined;
  }) => ReactNode;
}) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined;
  return (
    <div className="min-w-0">
      <label
        htmlFor={id}
        className={classNames("block font-semibold", size === "page" ? "mb-1.5 text-small" : "mb-1 text-caption")}
      >
        {label}
        {marked && (
          <span className="text-danger" aria-hidden="true">
            {" "}
            *
          </span>
        )}
      </label>
      {children({ id, "aria-invalid": error ? true : undefined, "aria-describedby": describedBy })}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-caption text-muted">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

export function TextField({
  label,
  error,
  hint,
  marked,
  size = "page",
  className,
  ...input
}: Frame & Omit<ComponentProps<"input">, "size">) {
  return (
    <Field {...{ label, error, hint, marked, size }}>
      {(control) => <input className={classNames(inputClass(size), className)} {...input} {...control} />}
    </Field>
  );
}

export function TextArea({
  label,
  error,
  hint,
  marked,
  size = "page",
  className,
  ...area
}: Frame & ComponentProps<"textarea">) {
  return (
    <Field {...{ label, error, hint, marked, size }}>
      {(control) => <textarea className={classNames(inputClass(size), "resize-y", className)} {...area} {...control} />}
    </Field>
  );
}

export function SelectField({
  label,
  error,
  hint,
  marked,
  size = "page",
  className,
  children,
  ...select
}: Frame & Omit<ComponentProps<"select">, "size">) {
  return (
    <Field {...{ label, error, hint, marked, size }}>
      {(control) => (
        <select className={classNames(inputClass(size), className)} {...select} {...control}>
          {children}
        </select>
      )}
    </Field>
  );
}

// Drawn here, because the browser's own unchecked box is a grey block in the dark.
export const checkboxClass =
  "grid shrink-0 cursor-pointer appearance-none place-content-center rounded-1 border border-control bg-surface hover:border-ink " +
  "checked:border-solid checked:bg-solid before:size-3 before:bg-on-solid before:opacity-0 checked:before:opacity-100 " +
  "before:[clip-path:polygon(12%_46%,0_60%,40%_96%,100%_18%,86%_6%,38%_70%)] disabled:border-line disabled:bg-sunken disabled:before:bg-muted forced-colors:appearance-auto " +
  "indeterminate:border-solid indeterminate:bg-solid indeterminate:before:opacity-100 indeterminate:before:[clip-path:inset(40%_8%)]";

export function Checkbox({ label, ...input }: { label: ReactNode } & Omit<ComponentProps<"input">, "type">) {
  return (
    <label className="grid min-h-6 cursor-pointer grid-cols-[1.5rem_1fr] items-start gap-2.5 text-small">
      <input type="checkbox" className={classNames(checkboxClass, "mt-0.5 size-5")} {...input} />
      <span className="text-pretty">{label}</span>
    </label>
  );
}
