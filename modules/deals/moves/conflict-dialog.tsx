import { formatMoment } from "#app/lib/formats.ts";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import type { MoveConflict, SentMove } from "./deal-moves-data.ts";
import { amountWords } from "../deal-words.ts";

/** Someone else changed the deal while it was being moved: what it is now, and who decides. */
export function ConflictDialog({
  move,
  error,
  stageName,
  onClose,
  onMoveAnyway,
}: {
  move: SentMove;
  error: MoveConflict;
  stageName: (id: string) => string;
  onClose: () => void;
  onMoveAnyway: () => void;
}) {
  const { stage_id, amount_minor, currency, owner_name, updated_at } = error.current;
  const facts = [
    ...(stage_id ? [["Stage", stageName(stage_id)]] : []),
    ...(amount_minor !== undefined && currency ? [["Amount", amountWords(amount_minor, currency)]] : []),
    ...(owner_name ? [["Owner", owner_name]] : []),
    ...(updated_at ? [["Saved", formatMoment(updated_at)]] : []),
  ];
  return (
    <FormDialog
      narrow
      onClose={onClose}
      title="Someone else changed it"
      keep="Leave it as it is"
      confirm={`Move to ${stageName(move.to_stage)}`}
      autofocus="keep"
      onConfirm={onMoveAnyway}
    >
      <div role="alert" className="grid gap-3 rounded-1 bg-dev-bg px-3 py-3 text-dev">
        <p className="wrap-anywhere">
          <b>{move.name}</b> was not moved. {error.message}
        </p>
        {facts.length > 0 && (
          <dl className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-3 gap-y-1">
            {facts.map(([label, words]) => (
              <div key={label} className="contents">
                <dt>{label}</dt>
                <dd className="font-semibold wrap-anywhere">{words}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </FormDialog>
  );
}
