import { Fragment, type ReactNode } from "react";
import { classNames } from "../../ui/class-names.ts";

/** Facts in a small table: length, group, price, result. */
export function SpecList({
  facts,
  className,
}: {
  facts: readonly (readonly [string, ReactNode])[];
  className?: string;
}) {
  return (
    <dl className={classNames("grid grid-cols-[auto_1fr] content-start gap-x-5 gap-y-1.5 text-small", className)}>
      {facts.map(([term, fact]) => (
        <Fragment key={term}>
          <dt className="text-muted">{term}</dt>
          <dd className="font-[520]">{fact}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
