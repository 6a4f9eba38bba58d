/** 48 by 28. Name it by `label`, or by `labelledBy` when words stand beside it. Its look follows `aria-checked`. */
export function Switch({
  checked,
  onChange,
  label,
  labelledBy,
  describedBy,
  disabled,
}: {
  checked: boolean;
  /** Left out where a page switches it without React. */
  onChange?: (checked: boolean) => void;
  label?: string;
  labelledBy?: string;
  describedBy?: string;
  disabled?: boolean;
}) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      disabled={disabled}
      onClick={() => onChange?.(!checked)}
      className="group relative h-7 w-12 shrink-0 rounded-full border border-control bg-surface aria-checked:bg-nil disabled:border-line disabled:bg-sunken"
    >
      <span className="absolute top-0.75 left-0.75 size-5 rounded-full bg-ink group-disabled:bg-muted forced-colors:bg-[ButtonText] forced-colors:[forced-color-adjust:none] transition-[translate] duration-200 ease-flow group-aria-checked:translate-x-5" />
    </button>
  );
}
