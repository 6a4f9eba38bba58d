// Who is in a sequence and how they stand: pause, stop, "they replied", and the move to its newest version.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { may } from "#app/lib/access.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { ChoiceFilter } from "#app/records/filter/choice-filter.tsx";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Button } from "#app/ui/button.tsx";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { MoveDialog } from "./move-dialog.tsx";
import { PersonRow } from "./person-row.tsx";
import { type ShownState, shownStates, shownWords } from "../sequence.ts";
import { behindQuery, peopleQuery, type Sequence } from "../sequences-data.ts";

const fewShown = 5;
const step = 50;

interface PeopleProps {
  sequence: Sequence;
  /** Beside the steps: the first few. */
  few: boolean;
  state: ShownState | null;
  onState: (state: ShownState | null) => void;
  onEnrol: () => void;
  onAll: () => void;
}

export function PeoplePanel({ sequence, few, state, onState, onEnrol, onAll }: PeopleProps) {
  const [size, setSize] = useState(step);
  const [moving, setMoving] = useState(false);
  const most = few ? fewShown + 1 : size + 1;
  const people = useQuery(peopleQuery({ sequence: sequence.id, shown: state, most }));
  const rows = people.data?.slice(0, most - 1) ?? [];
  const more = (people.data?.length ?? 0) >= most;
  const behind = useQuery(behindQuery(sequence)).data === true;
  return (
    <section
      aria-label={`People in ${sequence.name}`}
      className={`${panelClass} overflow-clip ${few ? "" : "rounded-br-turn-dialog"}`}
    >
      <header className="flex flex-wrap items-center justify-between gap-2 border-b border-line py-2 pr-2.5 pl-4">
        <h2 className="text-small font-[640]">People</h2>
        <div className="flex flex-wrap items-center gap-2 max-sm:*:min-h-10">
          {!few && (
            <ChoiceFilter
              label="State"
              value={state ?? ""}
              choices={shownStates.map((each) => [each, shownWords[each]] as const)}
              onChange={(value) => onState(shownStates.find((each) => each === value) ?? null)}
            />
          )}
          {behind && (
            <Button variant="line" size="compact" onClick={() => setMoving(true)}>
              Move to newest
            </Button>
          )}
          {may("sequences", "send") && (
            <Button variant="line" size="compact" icon="plus" onClick={onEnrol}>
              Enroll
            </Button>
          )}
        </div>
      </header>
      {people.isError && (
        <FailedRow what="people" why={messageOf(people.error)} onRetry={() => void people.refetch()}>
          Steps go on; only this view is missing.
        </FailedRow>
      )}
      {people.isPending && <LoadingRows rows={3} />}
      {people.data?.length === 0 && (
        <p className="px-4 py-4 text-muted">
          {state
            ? `Nobody is ${shownWords[state].toLowerCase()}.`
            : "Nobody yet. Enroll the first from here, a contact’s page or the list of contacts."}
        </p>
      )}
      <ul aria-busy={people.isPlaceholderData}>
        {rows.map((person) => (
          <PersonRow key={person.enrolment_id} person={person} of="sequence" />
        ))}
      </ul>
      {more && (
        <p className="border-t border-line px-4 py-2.5">
          {few ? (
            <button type="button" className="underline decoration-control underline-offset-3" onClick={onAll}>
              Everyone in it
            </button>
          ) : (
            <Button variant="line" size="compact" onClick={() => setSize(size + step)}>
              Show more
            </Button>
          )}
        </p>
      )}
      {moving && <MoveDialog sequence={sequence} onClose={() => setMoving(false)} />}
    </section>
  );
}
