import type { ReactNode } from "react";
import { classNames } from "#app/ui/class-names.ts";

/** One line of the details on a record's page. */
export function Detail({
  name,
  narrow = true,
  lines = false,
  children,
}: {
  name: ReactNode;
  narrow?: boolean;
  /** Line breaks count. */
  lines?: boolean;
  children: ReactNode;
}) {
  return (
    <div
      className={classNames(
        "grid gap-x-3 px-4 py-1.25",
        // A text has the whole width.
        lines
          ? "grid-cols-[minmax(0,1fr)] gap-y-0.5"
          : narrow
            ? "grid-cols-[5.25rem_minmax(0,1fr)] sm:max-lg:grid-cols-[12rem_minmax(0,1fr)]"
            : "grid-cols-[6rem_minmax(0,1fr)] sm:grid-cols-[12rem_minmax(0,1fr)]",
      )}
    >
      <dt className="text-muted">{name}</dt>
      <dd
        dir="auto"
        className={classNames(
          "wrap-anywhere [&_.truncate]:whitespace-normal",
          lines ? "whitespace-pre-wrap" : "text-left",
        )}
      >
        {children}
      </dd>
    </div>
  );
}
