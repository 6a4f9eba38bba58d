// Which month, quarter or year a report is of. The address holds it.
import { useAddress } from "#app/records/list/use-address.ts";
import { Button } from "#app/ui/button.tsx";
import { Segmented } from "#app/ui/compact/segmented.tsx";
import { type Length, periodIn, periodName, periodOf } from "./period.ts";

const names = [
  { id: "month", name: "Month" },
  { id: "quarter", name: "Quarter" },
  { id: "year", name: "Year" },
] as const satisfies readonly { id: Length; name: string }[];

export function PeriodBar({ today }: { today: string }) {
  const { params, change } = useAddress();
  const period = periodIn(params, today);
  const step = (steps: number) => change({ on: periodOf(period.length, period.from, steps).from, rows: null }, true);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Segmented
        label="Length of the period"
        choices={names}
        chosen={period.length}
        onChoose={(length) => change({ length, on: period.from > today ? null : period.from, rows: null }, true)}
      />
      <div className="flex items-center gap-1">
        <Button variant="line" size="compact" onClick={() => step(-1)}>
          Earlier
        </Button>
        <span className="min-w-40 px-1 text-center text-ui font-semibold">{periodName(period)}</span>
        <Button variant="line" size="compact" disabled={period.to >= today} onClick={() => step(1)}>
          Later
        </Button>
      </div>
    </div>
  );
}
