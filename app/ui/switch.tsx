/** 48 by 28. Name it by `label`, or by `labelledBy` when words stand beside it. Its look follows `aria-checked`. */
export function Switch({
  checked,
  onChange,
  label,
  labelledBy,
}: {
  checked: boolean;
  /** Left out where a page switches it without React. */
  onChange?: (checked: boolean) => void;
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
      onClick={() => onChange?.(!checked)}
      className="group relative h-7 w-12 shrink-0 rounded-full border border-control bg-surface aria-checked:bg-nil"
    >
      <span className="absolute top-0.75 left-0.75 size-5 rounded-full bg-ink forced-colors:bg-[ButtonText] forced-colors:[forced-color-adjust:none] transition-[translate] duration-200 ease-flow group-aria-checked:translate-x-5" />
    </button>
  );
}
