// Who can be enrolled, who cannot and everything that is against it.
import type { UseQueryResult } from "@tanstack/react-query";
import { countOf, formatMoment } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { Candidate } from "./enrol-data.ts";

/** So many names are shown of each kind. */
const maxNamed = 100;

export function Refusals({ answer, fit }: { answer: UseQueryResult<Candidate[]>; fit: readonly Candidate[] }) {
  if (answer.isPending) return <LoadingRows rows={3} />;
  if (answer.isError)
    return (
      <div role="alert" className="mt-4 grid justify-items-start gap-2 text-danger">
        <p>Failed to look at them. {messageOf(answer.error)}</p>
        <Button variant="line" size="compact" onClick={() => void answer.refetch()}>
          Try again
        </Button>
      </div>
    );
  const refused = answer.data.filter(({ reasons }) => reasons !== null);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and the keyboard has to reach it
    <section aria-label="Who can be enrolled" tabIndex={0} className="mt-4 grid max-h-[50dvh] gap-4 overflow-y-auto">
      {refused.length > 0 && (
        <section aria-label="Cannot be enrolled">
          <h3 className="flex items-center gap-2 font-semibold text-danger">
            <Icon name="alert" className="size-4" />
            {countOf(refused.length, "person", "people")} cannot be enrolled
          </h3>
          <ul className="mt-1 border-t border-line">
            {refused.slice(0, maxNamed).map((person) => (
              <li key={person.contact_id} className="border-b border-line py-2">
                <Name person={person} />
                <ul className="mt-0.5 grid gap-0.5 text-caption">
                  {person.reasons?.map(({ code, message }) => (
                    <li key={code} data-code={code} className="text-danger">
                      {message}
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
          {refused.length > maxNamed && <p className="pt-2 text-muted">and {refused.length - maxNamed} more</p>}
        </section>
      )}
      {fit.length > 0 && (
        <section aria-label="Can be enrolled">
          <h3 className="font-semibold">{countOf(fit.length, "person", "people")} can be enrolled</h3>
          <ul className="mt-1 border-t border-line">
            {fit.slice(0, maxNamed).map((person) => (
              <li key={person.contact_id} className="border-b border-line py-2">
                <Name person={person} />
                {person.first_at && (
                  <span className="text-caption text-muted">
                    First step {formatMoment(person.first_at)}, by the clock of {person.timezone} inside the window
                  </span>
                )}
              </li>
            ))}
          </ul>
          {fit.length > maxNamed && <p className="pt-2 text-muted">and {fit.length - maxNamed} more</p>}
        </section>
      )}
    </section>
  );
}

const Name = ({ person }: { person: Candidate }) => (
  <p className="wrap-anywhere">
    <b dir="auto" className="font-semibold">
      {person.name ?? "Someone who is gone"}
    </b>
    <span className="text-muted">
      {person.account_name && `, ${person.account_name}`}
      {person.email && `, ${person.email}`}
    </span>
  </p>
);
