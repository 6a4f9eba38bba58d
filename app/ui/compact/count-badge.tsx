import { classNames } from "../class-names.ts";
import { Icon } from "../icon.tsx";

/** The count at the right of a row in the sidebar. `late` is how many of them are overdue: then the badge is red and says only those. */
export function CountBadge({ count, late, words }: { count: number; late: number; words: string }) {
  if (count === 0) return null;
  return (
    <span
      title={words}
      className={classNames(
        "ml-auto inline-flex min-w-5.5 items-center justify-center gap-1 rounded-1 px-1.5 text-xs leading-5 font-semibold tabular-nums",
        late > 0 ? "bg-danger-bg text-danger" : "bg-sunken group-aria-[current=page]:bg-surface",
      )}
    >
      {late > 0 && <Icon name="alert" className="size-3.5" />}
      <span aria-hidden="true">{late > 0 ? late : count}</span>
      <span className="sr-only">, {words}</span>
    </span>
  );
}
