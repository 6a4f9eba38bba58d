// At the right of the row in the sidebar: how many are held. Red when it is not known whether one has left.
import { useQuery } from "@tanstack/react-query";
import { CountBadge } from "#app/ui/compact/count-badge.tsx";
import { countsOf, summaryQuery } from "./outbox-data.ts";

export default function HeldBadge() {
  const summary = useQuery(summaryQuery).data;
  if (!summary) return null;
  const { held, uncertain } = countsOf(summary);
  return (
    <CountBadge
      count={held + uncertain}
      late={uncertain}
      words={uncertain > 0 ? `${held} held, ${uncertain} uncertain` : `${held} held`}
    />
  );
}
