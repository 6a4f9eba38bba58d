// On a contact's page: the sequences they are or were in, what comes next, and the way into one.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PanelProps } from "#domain/module.ts";
import { formatMoment } from "#app/lib/formats.ts";
import { RecordPanel } from "#app/records/page/record-panel.tsx";
import { Button, IconButton } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { EnrolDialog } from "./people/enrol-dialog.tsx";
import { PersonRow } from "./people/person-row.tsx";
import { useSequenceActions } from "./sequence-actions-data.ts";
import { dayWords } from "./sequence.ts";
import { ZoneDialog } from "./people/zone-dialog.tsx";
import { peopleQuery, planQuery } from "./sequences-data.ts";

const few = 5;

export default function SequencesOfContact({ record }: PanelProps) {
  const people = useQuery(peopleQuery({ of_contact: record.id, most: few }));
  const actions = useSequenceActions();
  const [enrolling, setEnrolling] = useState(false);
  const [zoning, setZoning] = useState(false);
  const running = people.data?.find(({ state }) => state === "active" || state === "paused");
  return (
    <RecordPanel
      title="Sequences"
      query={people}
      actions={
        <>
          <IconButton name="clock" label="Their time zone" size="compact" onClick={() => setZoning(true)} />
          <IconButton name="plus" label="Enroll in a sequence" size="compact" onClick={() => setEnrolling(true)} />
        </>
      }
      rows={people.data?.map((person) => (
        <PersonRow key={person.enrolment_id} person={person} of="contact" />
      ))}
    >
      {running && (
        <>
          <NextSteps contact={record.id} />
          <p className="border-t border-line px-4 py-2.5">
            <Button
              variant="line"
              size="compact"
              icon="conversation"
              disabled={actions.busy}
              onClick={() => actions.replied(record.id, running.contact_name)}
            >
              They replied
            </Button>
          </p>
        </>
      )}
      {zoning && <ZoneDialog contact={record.id} actions={actions} onClose={() => setZoning(false)} />}
      {enrolling && <EnrolDialog contacts={[record.id]} onClose={() => setEnrolling(false)} />}
    </RecordPanel>
  );
}

/** What happens to this person in the next 14 days, if they do not answer. */
function NextSteps({ contact }: { contact: string }) {
  const plan = useQuery(planQuery({ of_contact: contact })).data;
  if (!plan || plan.length === 0) return null;
  return (
    <ol aria-label="Planned steps" className="grid gap-1 border-t border-line px-4 py-2.5 text-caption">
      {plan.slice(0, few).map((step) => (
        <li key={`${step.enrolment_id} ${step.step_no}`} className="grid grid-cols-[1rem_minmax(0,1fr)] gap-x-2">
          <Icon name={step.kind} className="mt-0.5 size-4 text-muted" />
          <span className="wrap-anywhere">
            <time dateTime={step.at} title={formatMoment(step.at)} className="text-muted">
              {dayWords(step.day)}, {step.clock}
            </time>{" "}
            {step.title}
          </span>
        </li>
      ))}
    </ol>
  );
}
