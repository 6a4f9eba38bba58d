// In the sidebar: overdue and today, mine. The same function counts the list.
import { useQuery } from "@tanstack/react-query";
import { CountBadge } from "#app/ui/compact/count-badge.tsx";
import { taskCountsQuery } from "./tasks-data.ts";

export default function TasksBadge() {
  const counts = useQuery({ ...taskCountsQuery({ mine: true, of_priority: null }), refetchInterval: 60_000 }).data;
  if (!counts) return null;
  const { overdue, today } = counts;
  const due = overdue + today;
  return (
    <CountBadge
      count={due}
      // All of them are for today at the latest: red as soon as one is overdue, and still the number of the list.
      late={overdue > 0 ? due : 0}
      words={[today > 0 && `${today} for today`, overdue > 0 && `${overdue} overdue`].filter(Boolean).join(", ")}
    />
  );
}
