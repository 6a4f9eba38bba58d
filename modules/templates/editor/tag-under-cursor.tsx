// The tag under the cursor: where its words come from, and what is written when there are none.
import type { MergeField } from "../merge-fields.ts";
import type { TagPiece } from "../template-words.ts";

const sources: Record<MergeField["group"], string> = {
  Contact: "The contact’s record",
  Company: "The contact’s company",
  Deal: "The newest open deal of the person, or of the company",
  Inquiry: "The inquiry that is answered",
  Sender: "The sender",
  Addresses: "Made for each recipient when it leaves",
};

export function TagUnderCursor({
  piece,
  field,
  onFallback,
}: {
  piece: TagPiece;
  field: MergeField | undefined;
  onFallback: (fallback: string | null) => void;
}) {
  const label = field?.label ?? piece.path;
  return (
    <div>
      <span className="mb-1 block text-caption font-semibold">Tag under the cursor</span>
      <table className="w-full border-collapse text-left text-caption">
        <thead>
          <tr className="*:py-1 *:pr-2 *:text-xs *:font-[560] *:text-muted">
            <th scope="col">Tag</th>
            <th scope="col">Comes from</th>
            <th scope="col">If it is empty, write</th>
          </tr>
        </thead>
        <tbody>
          <tr className="border-t border-line *:py-1.5 *:pr-2">
            <td className="font-semibold">{label}</td>
            <td>{field ? sources[field.group] : "There is no such tag"}</td>
            <td>
              {piece.kind === "value" && piece.fallback !== undefined && field?.may_be_empty ? (
                <input
                  aria-label={`Fallback for ${label}`}
                  dir="auto"
                  maxLength={200}
                  className="min-h-8 w-full rounded-1 border border-control bg-surface px-2"
                  value={piece.fallback ?? ""}
                  onChange={(event) => onFallback(event.target.value || null)}
                />
              ) : (
                <span className="text-muted">
                  {piece.fallback === undefined ? "As written in the source" : "Never empty"}
                </span>
              )}
            </td>
          </tr>
        </tbody>
      </table>
    </div>
  );
}
