// What a proposal comes to, as the server answered.
import { percent, type Totals } from "../proposal.ts";
import { editorSums } from "../sums.ts";

export function TotalsList({
  totals,
  depositBp,
  stale = false,
}: {
  totals: Totals;
  depositBp: number;
  stale?: boolean;
}) {
  const { rows, total, deposit } = editorSums(totals);
  return (
    <dl
      aria-label="Totals"
      aria-busy={stale}
      className={`grid grid-cols-[1fr_auto] content-start items-baseline gap-x-4 gap-y-1.5 ${stale ? "text-muted" : ""}`}
    >
      {rows.map(([term, value]) => (
        <div key={term} className="contents">
          <dt className="text-muted">{term}</dt>
          <dd className="text-right font-semibold">{value}</dd>
        </div>
      ))}
      {/* One rule over both: two separate rules would be at two heights. */}
      <div className="col-span-2 mt-1 flex items-baseline justify-between gap-4 border-t border-ink pt-1">
        <dt>Total</dt>
        <dd className="serif text-right text-[1.5rem] leading-tight">{total}</dd>
      </div>
      {deposit !== null && (
        <>
          <dt className="text-muted">{depositBp === 0 ? "Due on acceptance" : `Deposit, ${percent(depositBp)}`}</dt>
          <dd className="text-right font-semibold">{deposit}</dd>
        </>
      )}
    </dl>
  );
}
