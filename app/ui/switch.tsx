import { classNames } from "./class-names.ts";

/** 48 by 28. Name it by `label`, or by `labelledBy` when words stand beside it. */
export function Switch({
  checked,
  onChange,
  label,
  labelledBy,
}: {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label?: string;
  labelledBy?: string;
}) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      aria-labelledby={labelledBy}
      onClick={() => onChange(!checked)}
      className={classNames(
        "relative h-7 w-12 shrink-0 rounded-full border border-control",
        checked ? "bg-nil" : "bg-surface",
      )}
    >
      <span
        className={classNames(
          "absolute top-0.75 left-0.75 size-5 rounded-full bg-ink transition-[translate] duration-200 ease-flow",
          checked && "translate-x-5",
        )}
      />
    </button>
  );
}
