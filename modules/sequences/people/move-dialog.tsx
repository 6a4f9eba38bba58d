// People keep the version they began with. Moving them is its own act, with a look at what it means for each.
import { useQuery } from "@tanstack/react-query";
import { countOf, formatMoment } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { call, rowsOf, withJson } from "#app/lib/typed-answers.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { type Candidate, reasonsSchema } from "./enrol-data.ts";
import { useSequenceActions } from "../sequence-actions-data.ts";
import type { Sequence } from "../sequences-data.ts";

interface Moved {
  enrolment_id: string;
  name: string;
  from_version: number;
  to_version: number;
  step_no: number;
  next_step: string | null;
  next_at: string | null;
  reasons: Candidate["reasons"];
}

export function MoveDialog({ sequence, onClose }: { sequence: Sequence; onClose: () => void }) {
  const actions = useSequenceActions();
  const preview = useQuery({
    queryKey: ["sequences", "move", sequence.id, sequence.current_version],
    queryFn: async () =>
      rowsOf<Moved>(
        withJson(
          "move_to_newest",
          reasonsSchema,
          await call("move_to_newest", { sequence: sequence.id, dry_run: true }),
        ),
      ),
    staleTime: 0,
  });
  const fit = preview.data?.filter(({ reasons }) => reasons === null) ?? [];
  return (
    <FormDialog
      onClose={onClose}
      title="Move to the newest version?"
      busy={actions.busy}
      keep="Leave them"
      confirm={`Move ${countOf(fit.length, "person", "people")}`}
      blocked={fit.length === 0}
      onConfirm={() =>
        actions.moveToNewest(
          sequence.id,
          fit.map(({ enrolment_id }) => enrolment_id),
          onClose,
        )
      }
    >
      <p>
        They go on after as many steps as they have behind them, with the texts and waits of version{" "}
        {sequence.current_version}.
      </p>
      {preview.isPending && <LoadingRows rows={3} />}
      {preview.isError && <p className="mt-3 text-danger">{messageOf(preview.error)}</p>}
      <ul aria-label="What changes" className="mt-4 border-t border-line">
        {preview.data?.map((person) => (
          <li key={person.enrolment_id} className="border-b border-line py-2">
            <b dir="auto" className="block text-left font-semibold wrap-anywhere">
              {person.name}
            </b>
            <span className="text-caption wrap-anywhere text-muted">
              Version {person.from_version} to {person.to_version}, {countOf(person.step_no, "step")} done.{" "}
              {person.next_step
                ? `Next: ${person.next_step}${person.next_at ? `, ${formatMoment(person.next_at)}` : ""}.`
                : "No further step: it ends."}
            </span>
            {person.reasons?.map(({ code, message }) => (
              <span key={code} className="block text-caption font-semibold text-danger">
                Stays: {message}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </FormDialog>
  );
}
