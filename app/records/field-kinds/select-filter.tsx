// A filter that is one of a few words, above a list.
import { classNames } from "#app/ui/class-names.ts";
import { Icon } from "#app/ui/icon.tsx";
import { filterBox } from "./filter-box.ts";

export function SelectFilter({
  label,
  choices,
  value,
  onChange,
}: {
  label: string;
  choices: readonly string[];
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <label className={classNames(filterBox, "inline-flex items-center gap-1.5 pr-0")}>
      <Icon name="filter" className="size-4" />
      <span className="sr-only">{label}</span>
      <select
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={classNames("min-h-8 rounded-1 bg-surface pr-1 max-sm:min-h-10", value && "font-semibold")}
      >
        <option value="">{label}: any</option>
        {choices.map((each) => (
          <option key={each} value={each}>
            {label}: {each}
          </option>
        ))}
      </select>
    </label>
  );
}
