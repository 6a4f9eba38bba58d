// The days behind one number: what counted, what is left of it today, and the formula that makes the number of it.
import { useQuery } from "@tanstack/react-query";
import { formatDay } from "#domain/days.ts";
import { numberFormat } from "#domain/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { evidenceWords, strengthOf } from "../relationship.ts";
import { evidenceQuery, type Tie } from "../relationships-data.ts";

const number = numberFormat({ minimumFractionDigits: 2, maximumFractionDigits: 2 });

export function EvidenceDialog({ tie, onClose }: { tie: Tie & { staff_id: string }; onClose: () => void }) {
  const query = useQuery(evidenceQuery(tie.contact_id, tie.staff_id));
  const days = query.data ?? [];
  const sum = (inward: boolean) =>
    days.filter((day) => day.inward === inward).reduce((all, { share }) => all + share, 0);
  const [given, got] = [sum(true), sum(false)];
  return (
    <Dialog open title={`${tie.staff_name} and ${tie.contact_name}`} onClose={onClose}>
      {query.isPending && <LoadingRows rows={4} />}
      {query.isError && <FailedRow what="the days" why={messageOf(query.error)} onRetry={() => void query.refetch()} />}
      {query.data && (
        <div className="grid gap-4">
          <p>
            They gave {number.format(given)}, we gave {number.format(got)}. Each side counts at most three times what
            the other gave: {number.format(Math.min(given, 3 * got))} + {number.format(Math.min(got, 3 * given))}. That
            is <b className="font-semibold">{strengthOf(given, got)}</b> of 100.
          </p>
          <section
            aria-label="Days with contact"
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so a keyboard must reach it
            tabIndex={0}
            className="max-h-96 overflow-auto rounded-1 border border-line"
          >
            <table className="w-full text-caption">
              <caption className="sr-only">Days with contact, newest first</caption>
              <thead className="sticky top-0 bg-surface text-left text-muted">
                <tr>
                  {["Day", "What", "Weight", "Left today"].map((head) => (
                    <th key={head} scope="col" className="px-3 py-2 font-normal">
                      {head}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {days.map((day) => (
                  <tr key={`${day.day} ${day.kind} ${day.inward}`} className="border-t border-line">
                    <td className="px-3 py-1.5 whitespace-nowrap">{formatDay(day.day)}</td>
                    <td className="px-3">
                      {day.inward ? "From them" : "From us"}: {evidenceWords[day.kind]}
                      {day.n > 1 && `, ${day.n} times that day, counted once`}
                      {!day.counts && ", covered by direct mail of that day"}
                    </td>
                    <td className="px-3">{number.format(day.weight)}</td>
                    <td className="px-3">{number.format(day.share)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </div>
      )}
    </Dialog>
  );
}
