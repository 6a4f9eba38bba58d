// On a deal's page: the way to the people of the deal.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PanelProps } from "#domain/module.ts";
import { RecordPanel } from "#app/records/page/record-panel.tsx";
import { isMining, peopleOfDealQuery } from "../relationships-data.ts";
import { WarmPath } from "./warm-path.tsx";

export default function DealPanel({ record }: PanelProps) {
  return isMining() ? <WayToDeal deal={record.id} /> : null;
}

function WayToDeal({ deal }: { deal: string }) {
  const people = useQuery(peopleOfDealQuery(deal));
  const [chosen, setChosen] = useState<string | null>(null);
  const target = people.data?.find(({ id }) => id === chosen) ?? people.data?.[0];
  return (
    <RecordPanel
      title="Warm path"
      what="the people of the deal"
      query={people}
      empty="No people in this deal"
      top={
        target && (
          <>
            {people.data && people.data.length > 1 && (
              <p className="border-b border-line px-4 py-2">
                <select
                  aria-label="To whom"
                  value={target.id}
                  onChange={(event) => setChosen(event.target.value)}
                  className="min-h-8 w-full rounded-1 border border-control bg-surface px-2 text-caption max-sm:min-h-11"
                >
                  {people.data.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </select>
              </p>
            )}
            <WarmPath key={target.id} target={target.id} name={target.name} narrow />
          </>
        )
      }
    />
  );
}
