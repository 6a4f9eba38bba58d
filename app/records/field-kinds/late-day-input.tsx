import { type ComponentProps, lazy, Suspense } from "react";
import { inputClass } from "#app/ui/field.tsx";

const DayInput = lazy(() => import("#app/ui/compact/day-input.tsx"));

/** The calendar is a third of all that comes from the library; it is loaded where a day is asked for. */
export const LateDayInput = (props: ComponentProps<typeof DayInput>) => (
  <Suspense fallback={<span className={`block ${inputClass("compact")}`} />}>
    <DayInput {...props} />
  </Suspense>
);
