// At the right of the row in the sidebar: how many are held. Red when it is not known whether one has left.
import { useQuery } from "@tanstack/react-query";
import { CountPlate } from "#app/ui/desk/count-plate.tsx";
import { countsOf, summaryQuery } from "./outbox-data.ts";

export default function HeldBadge() {
  const summary = useQuery(summaryQuery).data;
  if (!summary) return null;
  const { held, uncertain } = countsOf(summary);
  return (
    <CountPlate
      count={held + uncertain}
      late={uncertain}
      words={uncertain > 0 ? `${held} held, ${uncertain} uncertain` : `${held} held`}
    />
  );
}
