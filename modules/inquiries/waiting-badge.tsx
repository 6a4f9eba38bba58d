// At the right of the row in the sidebar: how many wait for an answer or for a check, and whether one is late.
import { useQuery } from "@tanstack/react-query";
import { CountBadge } from "#app/ui/compact/count-badge.tsx";
import { countsQuery } from "./inquiries-data.ts";

export default function WaitingBadge() {
  const counts = useQuery(countsQuery).data;
  const open = counts && counts.due + counts.held;
  if (!counts || !open) return null;
  const words = [
    counts.due > 0 && `${counts.due} waiting`,
    counts.held > 0 && `${counts.held} waiting for a check`,
    counts.overdue > 0 && `${counts.overdue} overdue`,
  ]
    .filter(Boolean)
    .join(", ");
  return <CountBadge count={open} late={counts.overdue} words={words} />;
}
