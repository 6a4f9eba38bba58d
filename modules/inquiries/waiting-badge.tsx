// At the right of the row in the sidebar: how many wait for an answer or for a check, and whether one is late.
import { useQuery } from "@tanstack/react-query";
import { classNames } from "#app/ui/class-names.ts";
import { Icon } from "#app/ui/icon.tsx";
import { countsQuery } from "./inquiries-data.ts";

export default function WaitingBadge() {
  const counts = useQuery(countsQuery).data;
  const open = counts && counts.due + counts.held;
  if (!counts || !open) return null;
  const late = counts.overdue > 0;
  const words = [
    counts.due > 0 && `${counts.due} waiting`,
    counts.held > 0 && `${counts.held} waiting for a check`,
    late && `${counts.overdue} overdue`,
  ]
    .filter(Boolean)
    .join(", ");
  return (
    <span
      title={words}
      className={classNames(
        "ml-auto inline-flex items-center gap-1 rounded-1 px-1.5 py-px text-xs font-semibold",
        late ? "bg-danger-bg text-danger" : "bg-sunken text-ink",
      )}
    >
      {late && <Icon name="alert" className="size-3.5" />}
      <span aria-hidden="true">{open}</span>
      <span className="sr-only">{words}</span>
    </span>
  );
}
