// At the right of the row in the sidebar: how many wait for an answer, and whether one is late.
import { useQuery } from "@tanstack/react-query";
import { classNames } from "#app/ui/class-names.ts";
import { Icon } from "#app/ui/icon.tsx";
import { countsQuery } from "./inquiries-data.ts";

export default function WaitingBadge() {
  const counts = useQuery(countsQuery).data;
  if (!counts || counts.due === 0) return null;
  const late = counts.overdue > 0;
  return (
    <span
      title={late ? `${counts.overdue} overdue` : `${counts.due} waiting`}
      className={classNames(
        "ml-auto inline-flex items-center gap-1 rounded-1 px-1.5 py-px text-xs font-semibold",
        late ? "bg-danger-bg text-danger" : "bg-sunken text-ink",
      )}
    >
      {late && <Icon name="alert" className="size-3.5" />}
      {counts.due}
      <span className="sr-only"> waiting{late && `, ${counts.overdue} overdue`}</span>
    </span>
  );
}
