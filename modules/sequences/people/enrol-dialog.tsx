// Enrolling: whom, in what, and everything that is against it before anything happens.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { usePublishing } from "#app/lib/publishing.ts";
import { countOf } from "#app/lib/formats.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { ChoosePeople } from "./choose-people.tsx";
import { type Candidate, maxAtOnce, refusalsQuery } from "./enrol-data.ts";
import { Refusals } from "./refusals.tsx";
import { useSequenceActions } from "../sequence-actions-data.ts";
import { sequencesQuery } from "../sequences-data.ts";

interface EnrolProps {
  /** Null: it is chosen here. */
  sequence?: string | null;
  /** Null: they are chosen here. */
  contacts?: readonly string[] | null;
  onClose: () => void;
}

export function EnrolDialog({ sequence: given = null, contacts = null, onClose }: EnrolProps) {
  const actions = useSequenceActions();
  const [chosen, setChosen] = useState(given);
  const [people, setPeople] = useState<readonly string[]>(contacts ?? []);
  const isPublishing = usePublishing();
  const [looking, setLooking] = useState(contacts !== null);
  const running = useQuery(sequencesQuery()).data?.filter(({ status }) => status !== "archived");
  const sequence = chosen ?? (running?.length === 1 ? (running[0]?.id ?? null) : null);
  const checks = looking && sequence !== null && people.length > 0;
  const refusals = useQuery({ ...refusalsQuery(sequence ?? "", people), enabled: checks });
  const fit = checks ? (refusals.data?.filter(({ reasons }) => reasons === null) ?? []) : [];
  const refused = checks ? (refusals.data?.length ?? 0) - fit.length : 0;
  return (
    <Dialog
      open
      onClose={onClose}
      title={titleOf(people.length, contacts !== null)}
      busy={actions.busy}
      footer={
        looking ? (
          <>
            {contacts === null && (
              <Button variant="line" size="dialog" onClick={() => setLooking(false)} disabled={actions.busy}>
                Back
              </Button>
            )}
            <Button variant="line" size="dialog" onClick={onClose} disabled={actions.busy}>
              Not now
            </Button>
            <Button
              size="dialog"
              disabled={actions.busy || fit.length === 0}
              onClick={() => sequence && actions.enrol(sequence, idsOf(fit), onClose)}
            >
              {refused > 0 ? `Enroll the other ${fit.length}` : `Enroll ${fit.length || ""}`}
            </Button>
          </>
        ) : (
          <>
            <Button variant="line" size="dialog" onClick={onClose}>
              Not now
            </Button>
            <Button size="dialog" disabled={people.length === 0} onClick={() => setLooking(true)}>
              {people.length === 0 ? "Choose someone" : `Look at ${countOf(people.length, "person", "people")}`}
            </Button>
          </>
        )
      }
    >
      {given === null && (
        <SelectField
          label="Sequence"
          size="compact"
          value={sequence ?? ""}
          hint={running?.length === 0 ? "There is no sequence yet. Make the first under Sequences." : undefined}
          onChange={(event) => setChosen(event.target.value)}
        >
          <option value="" disabled>
            Choose a sequence
          </option>
          {running?.map(({ id, name, status }) => (
            <option key={id} value={id}>
              {name}
              {status === "active" ? "" : ` (${status})`}
            </option>
          ))}
        </SelectField>
      )}
      {people.length > maxAtOnce && (
        <p className="mt-3 font-semibold text-danger">
          At most 1,000 people at once: only the first 1,000 are looked at.
        </p>
      )}
      {!looking && <ChoosePeople chosen={people} onChoose={setPeople} />}
      {checks && <Refusals answer={refusals} fit={fit} />}
      {!isPublishing && (
        <p className="mt-4 flex gap-1.75 text-caption text-live">
          <Icon name="lock" className="size-4" />
          SAFE: mails of the sequence are written to the outbox and held. Waits and tasks run normally.
        </p>
      )}
    </Dialog>
  );
}

const idsOf = (people: readonly Candidate[]) => people.map(({ contact_id }) => contact_id);

const titleOf = (count: number, given: boolean) =>
  given ? `Enroll ${countOf(count, "person", "people")}` : "Enroll people";
