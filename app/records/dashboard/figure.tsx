// One figure of the dashboard: a link to exactly its rows, or its own retry.
import type { ReactNode } from "react";
import { Link, type To } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { panelClass } from "#app/ui/panel.ts";
import { SkeletonBar } from "#app/ui/skeleton.tsx";

/** Figures in one ruled strip. */
export const FigureStrip = ({ label, children }: { label: string; children: ReactNode }) => (
  <dl
    aria-label={label}
    className={classNames(
      panelClass,
      "grid grid-cols-2 overflow-hidden lg:grid-flow-col lg:auto-cols-fr lg:grid-cols-none print:grid-flow-row! print:grid-cols-4!",
    )}
  >
    {children}
  </dl>
);

export function Figure({
  name,
  value,
  note,
  late = false,
  to,
  small = false,
  failure,
  retry,
  retrying,
}: {
  name: string;
  value: string | null;
  note: ReactNode;
  late?: boolean;
  to: To;
  /** In a strip of many. */
  small?: boolean;
  failure: string | null;
  retry: () => void;
  retrying: boolean;
}) {
  return (
    <div
      data-figure={name}
      // The same height while it loads, when it failed and when it is there.
      className={classNames(
        "relative grid content-start border-t border-l border-line pt-4 -mt-px -ml-px hover:bg-sunken max-lg:last:odd:col-span-2 max-sm:px-4 print:pt-2",
        "h-34",
        small ? "px-3.5 print:h-22" : "px-5 print:h-24",
      )}
    >
      <dt className="text-caption text-muted">
        <Link to={to} className="-outline-offset-2 after:absolute after:inset-0">
          {name}
        </Link>
      </dt>
      <dd
        className={classNames(
          "serif mt-1 leading-[1.1] tracking-[-0.03em]",
          small ? "text-[1.625rem]" : "text-[2.25rem] max-sm:text-[1.75rem]",
        )}
      >
        {value ?? (failure === null ? <SkeletonBar className="mt-2 h-6 w-1/2" /> : "?")}
      </dd>
      <dd className={classNames("mt-0.5 line-clamp-2 text-caption", late ? "font-semibold text-danger" : "text-muted")}>
        {failure !== null ? (
          <Button
            variant="line"
            size="compact"
            className="relative z-1 min-h-6 py-0"
            aria-label={`Failed to load ${name}: try again`}
            title={failure}
            aria-busy={retrying}
            onClick={retry}
          >
            {retrying ? "Trying..." : "Try again"}
          </Button>
        ) : (
          (note ?? "\u00a0")
        )}
      </dd>
    </div>
  );
}
