import { classNames } from "../class-names.ts";
import { Icon, type IconName } from "../icon.tsx";

/** Two to four choices of one view; the pressed part is nil. */
export function Segmented<Choice extends string>({
  label,
  choices,
  chosen,
  onChoose,
}: {
  label: string;
  choices: readonly { id: Choice; name: string; icon?: IconName }[];
  chosen: Choice;
  onChoose: (choice: Choice) => void;
}) {
  return (
    <fieldset
      aria-label={label}
      className="inline-flex shrink-0 overflow-hidden sm:justify-self-start rounded-1 rounded-br-turn-sm border border-control bg-surface"
    >
      {choices.map(({ id, name, icon }) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === chosen}
          onClick={() => onChoose(id)}
          className={classNames(
            "min-h-8 cursor-pointer px-2.75 whitespace-nowrap text-caption font-semibold text-muted -outline-offset-2 not-first:border-l not-first:border-line hover:text-ink max-sm:min-h-11 max-sm:grow",
            "aria-pressed:bg-nil aria-pressed:text-ink",
          )}
        >
          {icon && <Icon name={icon} className="mr-1.5 inline-block size-4 align-text-bottom" />}
          {name}
        </button>
      ))}
    </fieldset>
  );
}
