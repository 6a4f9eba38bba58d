// On a contact's page: who of us knows them and from what, who introduced them, where they worked, and the switch that stops counting.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { formatDay } from "#domain/days.ts";
import type { PanelProps } from "#domain/module.ts";
import { may } from "#app/lib/access.ts";
import { countOf } from "#app/lib/formats.ts";
import { call } from "#app/lib/typed-answers.ts";
import { RecordPanel } from "#app/records/page/record-panel.tsx";
import { Button, IconButton } from "#app/ui/button.tsx";
import {
  introductionsQuery,
  isMining,
  jobsQuery,
  noMiningQuery,
  type Tie,
  tiesOfContactQuery,
  useRelationshipChange,
} from "../relationships-data.ts";
import { TalkDialog } from "../talk-dialog.tsx";
import { TieMark } from "../vanes.tsx";
import { EvidenceDialog } from "./evidence-dialog.tsx";
import { IntroductionDialog } from "./introduction-dialog.tsx";

const row = "border-b border-line px-4 py-2.5 last:border-0";

export default function ContactPanel({ record }: PanelProps) {
  return isMining() ? <Ties contact={record.id} /> : null;
}

function Ties({ contact }: { contact: string }) {
  const client = useQueryClient();
  const ties = useQuery(tiesOfContactQuery(contact));
  const quiet = useQuery(noMiningQuery(contact));
  const [noting, setNoting] = useState(false);
  const [shown, setShown] = useState<(Tie & { staff_id: string }) | null>(null);
  const mayEdit = may("relationships", "edit");
  const change = useRelationshipChange(
    (off: boolean) => call("set_no_mining", { contact, off }),
    (off) => (off ? "Nothing is counted of this person any more" : "Counted again, from the records"),
    "Failed to save",
  );
  return (
    <>
      <RecordPanel
        title="Who knows them"
        what="who knows them"
        query={ties}
        empty={quiet.data ? "Nothing is counted" : "None of us yet"}
        actions={
          mayEdit &&
          !quiet.data && (
            <IconButton name="conversation" label="Note a talk" size="compact" onClick={() => setNoting(true)} />
          )
        }
        rows={ties.data?.map((tie) => (
          <li key={tie.staff_id ?? tie.staff_name} className={`${row} grid gap-0.5`}>
            <span className="flex flex-wrap items-center justify-between gap-x-3">
              <b className="font-semibold">
                {tie.staff_name}
                {tie.staff_left && <span className="font-normal text-muted"> (left)</span>}
              </b>
              <TieMark strength={tie.strength} days={tie.days} given={tie.given_in} got={tie.given_out} />
            </span>
            <span className="text-caption text-muted">
              {[
                tie.last_in && `They last on ${formatDay(tie.last_in)}`,
                tie.last_out && `we last on ${formatDay(tie.last_out)}`,
                tie.mails > 0 && countOf(tie.mails, "mail"),
              ]
                .filter(Boolean)
                .join(", ")}
            </span>
            {tie.staff_id && !tie.is_hidden && (
              <button
                type="button"
                className="min-h-6 cursor-pointer justify-self-start text-caption underline decoration-control underline-offset-3"
                onClick={() => setShown({ ...tie, staff_id: tie.staff_id! })}
              >
                {countOf(tie.days, "day")} with contact
              </button>
            )}
          </li>
        ))}
      >
        {mayEdit && may("crm", "edit") && quiet.data !== undefined && (
          <p className="border-t border-line px-4 py-2">
            <button
              type="button"
              disabled={change.isPending}
              className="min-h-6 cursor-pointer text-caption text-muted underline decoration-control underline-offset-3"
              onClick={() =>
                change.mutate(!quiet.data, {
                  onSuccess: () => void client.invalidateQueries({ queryKey: ["records", "contacts"] }),
                })
              }
            >
              {quiet.data ? "Count this person again" : "Count nothing of this person"}
            </button>
          </p>
        )}
        {noting && <TalkDialog contactId={contact} onClose={() => setNoting(false)} />}
        {shown && <EvidenceDialog tie={shown} onClose={() => setShown(null)} />}
      </RecordPanel>
      <Introduced contact={contact} />
    </>
  );
}

function Introduced({ contact }: { contact: string }) {
  const introductions = useQuery(introductionsQuery({ contact }));
  const jobs = useQuery(jobsQuery(contact));
  const [adding, setAdding] = useState(false);
  const mayEdit = may("relationships", "edit");
  const remove = useRelationshipChange(
    (introduction: string) => call("remove_introduction", { introduction }),
    () => "Introduction taken back",
    "Failed to take it back",
  );
  const introducer = (name: string, id: string | null) =>
    id ? (
      <Link to={`/admin/crm/contacts/${id}`} className="font-semibold hover:underline">
        {name}
      </Link>
    ) : (
      <b className="font-semibold">{name}</b>
    );
  return (
    <RecordPanel
      title="Introductions"
      query={introductions}
      empty="Not known"
      actions={
        mayEdit && <IconButton name="plus" label="Introduced by" size="compact" onClick={() => setAdding(true)} />
      }
      rows={introductions.data?.map((one) => (
        <li key={one.id} className={`${row} flex flex-wrap items-center justify-between gap-x-3 text-caption`}>
          <span className="min-w-0">
            {one.contact_id === contact ? (
              <>
                By {introducer(one.by_name, one.by_contact)}
                {one.to_name && `, to ${one.to_name}`}
              </>
            ) : (
              <>Introduced {introducer(one.contact_name, one.contact_id)}</>
            )}
            <span className="text-muted"> on {formatDay(one.on_day)}</span>
          </span>
          {mayEdit && (
            <Button
              variant="line"
              size="compact"
              aria-label={`Take back: ${one.by_name} introduced ${one.contact_name}`}
              disabled={remove.isPending}
              onClick={() => remove.mutate(one.id)}
            >
              Take back
            </Button>
          )}
        </li>
      ))}
    >
      {jobs.data && jobs.data.length > 0 && (
        <div className="border-t border-line px-4 py-2.5 text-caption">
          <h3 className="text-muted">Earlier jobs</h3>
          <ul>
            {jobs.data.map((job) => (
              <li key={job.id}>
                {[job.title, job.company].filter(Boolean).join(", ")}
                {job.until_on && <span className="text-muted"> until {formatDay(job.until_on)}</span>}
              </li>
            ))}
          </ul>
        </div>
      )}
      {adding && <IntroductionDialog contact={contact} onClose={() => setAdding(false)} />}
    </RecordPanel>
  );
}
