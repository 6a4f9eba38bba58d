// /admin/sequences: all of them, and below the one that is open: its steps, its hours, its people, and what happens next.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { site } from "#content/site.ts";
import { may } from "#app/lib/access.ts";
import { formatClock } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { useAddress } from "#app/records/list/use-address.ts";
import { Art } from "#app/ui/art.tsx";
import { Button } from "#app/ui/button.tsx";
import { AreaHead } from "#app/ui/compact/area-head.tsx";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { Strip } from "#app/ui/compact/strip.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { useRowKeys } from "#app/ui/compact/use-row-keys.ts";
import { useShortcut } from "#app/ui/use-shortcut.ts";
import { figureWords } from "./sequence.ts";
import { SequenceTable } from "./sequence-table.tsx";
import { enrolmentQuery, repliesQuery, sequencesQuery } from "./sequences-data.ts";
import { OpenSequence } from "./open-sequence.tsx";
import { SettingsDialog } from "./settings/settings-dialog.tsx";

export default function SequencesPage() {
  const { params, change, link } = useAddress();
  const archived = params.has("archived");
  const list = useQuery(sequencesQuery(archived));
  const [creating, setCreating] = useState(false);
  const rows = list.data ?? [];
  const openId = params.get("open") ?? rows[0]?.id ?? null;
  useOpenedByMail(params.get("person"), (sequence) => change({ person: null, open: sequence, show: "people" }, true));
  useRowKeys({ rows, openId, onOpen: (id) => change({ open: id }, true) });
  useShortcut("n", () => setCreating(true));
  const linkTo = (id: string) => link({ open: id, show: null });

  return (
    <>
      <title>{`Sequences | ${site.name} admin`}</title>
      <AreaHead title="Sequences" note={list.data && figureWords(list.data)}>
        <Button
          variant="line"
          size="compact"
          aria-pressed={archived}
          className="aria-pressed:bg-nil"
          onClick={() => change({ archived: archived ? null : "yes" })}
        >
          Archived
        </Button>
        {may("sequences", "edit") && (
          <Button size="compact" icon="plus" onClick={() => setCreating(true)}>
            New Sequence
          </Button>
        )}
      </AreaHead>
      {rows.length > 0 && <Notice />}
      {list.isError && (
        <section className={`${panelClass} overflow-clip`}>
          <FailedRow what="sequences" why={messageOf(list.error)} onRetry={() => void list.refetch()}>
            Running sequences go on; only this view is missing.
            {list.data && ` The rows below were read at ${formatClock(new Date(list.dataUpdatedAt))}.`}
          </FailedRow>
        </section>
      )}
      {list.isPending && (
        <section className={panelClass}>
          <LoadingRows rows={6} />
        </section>
      )}
      {list.data?.length === 0 && (
        <section className={panelClass}>
          <EmptyState art={<Art name="still" />} title="No sequences yet">
            <p className="max-w-96 text-muted">
              A sequence is a few mails and tasks with waits between them. It stops by itself when the person answers.
            </p>
            {may("sequences", "edit") && (
              <Button size="compact" icon="plus" onClick={() => setCreating(true)}>
                New Sequence
              </Button>
            )}
          </EmptyState>
        </section>
      )}
      {rows.length > 0 && <SequenceTable sequences={rows} openId={openId} linkTo={linkTo} />}
      {openId !== null && list.data && (
        <OpenSequence key={openId} id={openId} show={params.get("show")} shown={params.get("state")} change={change} />
      )}
      {creating && (
        <SettingsDialog
          sequence={null}
          onClose={() => setCreating(false)}
          onSaved={(id) => change({ open: id, show: null })}
        />
      )}
    </>
  );
}

/** A mail in the outbox knows its enrolment; this finds the sequence. */
function useOpenedByMail(enrolment: string | null, open: (sequence: string) => void) {
  const found = useQuery({ ...enrolmentQuery(enrolment ?? ""), enabled: enrolment !== null }).data;
  useEffect(() => {
    if (enrolment !== null && found) open(found.sequence_id);
  });
}

/** Whether answers are seen. That SAFE holds mails is said where people are enrolled. */
function Notice() {
  const gate = useQuery(repliesQuery).data;
  const unseen = gate && !gate.replies_are_seen;
  if (unseen)
    return (
      <Strip tone="warn">
        <b>Answers are not seen.</b> No inbound mail is set up, so a sequence goes on when someone replies: press They
        replied when an answer comes.
      </Strip>
    );
  return null;
}
