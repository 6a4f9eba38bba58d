// In the sidebar: overdue and today, mine. The same function counts the list.
import { useQuery } from "@tanstack/react-query";
import { CountBadge } from "#app/ui/compact/count-badge.tsx";
import { taskCountsQuery } from "./tasks-data.ts";

export default function TasksBadge() {
  const counts = useQuery({ ...taskCountsQuery({ mine: true, of_priority: null }), refetchInterval: 60_000 }).data;
  if (!counts) return null;
  const { overdue, today } = counts;
  return (
    <CountBadge
      count={overdue + today}
      late={overdue}
      words={[today > 0 && `${today} for today`, overdue > 0 && `${overdue} overdue`].filter(Boolean).join(", ")}
    />
  );
}
