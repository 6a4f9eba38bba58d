// One fact in the head of a record's page. Figures are large; what is beside one goes to the next line where it is narrow.
import type { ReactNode } from "react";
import { classNames } from "#app/ui/class-names.ts";

export function Fact({
  name,
  figure = false,
  beside,
  children,
}: {
  name: string;
  figure?: boolean;
  beside?: ReactNode;
  children: ReactNode;
}) {
  return (
    // On a phone two in a line, and a long one in a line for itself.
    <div className="max-w-96 min-w-0 max-sm:min-w-[calc(50%-0.5rem)]">
      <dt className="text-caption text-muted">{name}</dt>
      <dd className="flex flex-wrap items-center gap-x-2">
        <span
          dir="auto"
          className={classNames(
            "min-w-0 text-left",
            // A figure is never cut.
            figure ? "serif text-2xl leading-7 wrap-anywhere" : "truncate leading-7 font-semibold",
          )}
        >
          {children}
        </span>
        {beside}
      </dd>
    </div>
  );
}
