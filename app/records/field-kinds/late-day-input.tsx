import { type ComponentProps, lazy, type ReactNode, Suspense } from "react";
import { Field, inputClass } from "#app/ui/field.tsx";

const DayInput = lazy(() => import("#app/ui/compact/day-input.tsx"));

/** The calendar is a third of all that comes from the library; it is loaded where a day is asked for. */
export const LateDayInput = (props: ComponentProps<typeof DayInput>) => (
  <Suspense fallback={<span className={`block ${inputClass("compact")}`} />}>
    <DayInput {...props} />
  </Suspense>
);

/** The same with its label above it. */
export const DayField = ({
  hint,
  error,
  ...input
}: { hint?: ReactNode; error?: string | undefined } & Omit<ComponentProps<typeof DayInput>, "control">) => (
  <Field label={input.label} hint={hint} error={error} size="compact">
    {(control) => <LateDayInput {...input} control={control} />}
  </Field>
);
