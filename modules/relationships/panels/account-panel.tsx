// On a company's page: who of us knows them best, in a sentence; a drawing of ours to theirs and its table; a warning when only one of us
// does; and the way to one of their people. Nobody is ranked: the best is named because one wants to ask them.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatDay } from "#domain/days.ts";
import type { PanelProps } from "#domain/module.ts";
import { may } from "#app/lib/access.ts";
import { countOf } from "#app/lib/formats.ts";
import { messageOf, unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { csvLine } from "#domain/csv-text.ts";
import { exportFile } from "#app/records/csv/save-file.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Button } from "#app/ui/button.tsx";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { Segmented } from "#app/ui/compact/segmented.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { toast } from "#app/ui/toast.ts";
import { goodFrom, tieWord } from "../relationship.ts";
import { isMining, type Tie, tiesOfAccountQuery } from "../relationships-data.ts";
import { TieMark } from "../vanes.tsx";
import { TieDrawing } from "./tie-drawing.tsx";
import { WarmPath } from "./warm-path.tsx";

/** More would be a ball of wool; the table has all of them. */
const mostDrawn = 6;

export default function AccountPanel({ record }: PanelProps) {
  if (!isMining()) return null;
  return (
    <>
      <WhoKnowsThem account={record.id} />
      <WayToOne account={record.id} />
    </>
  );
}

function WhoKnowsThem({ account }: { account: string }) {
  const query = useQuery(tiesOfAccountQuery(account));
  const [view, setView] = useState<"drawing" | "table">("drawing");
  const { ties = [], sums = [] } = query.data ?? {};
  const best = ties[0];
  const all = sums.find(({ staff_id, staff_name }) => staff_id === null && staff_name === null);
  const close = sums.filter(
    ({ staff_name, staff_left, strength }) => staff_name !== null && !staff_left && strength >= goodFrom,
  );
  const drawn = ties.filter(
    (tie) =>
      [...new Set(ties.map(({ contact_id }) => contact_id))].slice(0, mostDrawn).includes(tie.contact_id) &&
      [...new Set(ties.map(({ staff_name }) => staff_name))].slice(0, mostDrawn).includes(tie.staff_name),
  );
  const save = () =>
    exportFile("relationships", "ties.csv", [
      csvLine(["Who of us", "With", "Strength", "In a word", "Days", "Mails", "Last from them", "Last from us"]),
      ...ties.map((tie) =>
        csvLine([
          tie.staff_name,
          tie.contact_name,
          String(tie.strength),
          tieWord(tie.strength, tie.days),
          String(tie.days),
          String(tie.mails),
          tie.last_in ?? "",
          tie.last_out ?? "",
        ]),
      ),
    ]).catch((error: unknown) => toast({ title: "Failed to export", text: messageOf(error as Error), tone: "danger" }));
  return (
    <>
      {best && close.length === 1 && (
        <p className="flex items-start gap-3 rounded-1 rounded-br-turn-btn bg-dev-bg px-4 py-3 text-dev">
          <Icon name="alert" className="mt-0.5" />
          <span>
            <b className="font-semibold">Only {close[0]!.staff_name} knows them well.</b> If they are away, nobody here
            has a good tie to this company.
          </span>
        </p>
      )}
      <section aria-label="Who of us knows them" className={`${panelClass} rounded-br-turn-btn`}>
        <header className="flex min-h-11 flex-wrap items-center justify-between gap-3 py-2 pr-3 pl-4">
          <h2 className="text-small font-[640]">
            Who of us knows them{query.data && !best && <span className="font-normal text-muted"> None of us yet</span>}
          </h2>
          {best && (
            <span className="flex flex-wrap items-center gap-2">
              <Segmented
                label="Shown as"
                chosen={view}
                choices={[
                  { id: "drawing", name: "Drawing" },
                  { id: "table", name: "Table" },
                ]}
                onChoose={setView}
              />
              {may("relationships", "export") && (
                <Button variant="line" size="compact" icon="download" onClick={() => void save()}>
                  CSV
                </Button>
              )}
            </span>
          )}
        </header>
        {query.isPending && <LoadingRows rows={3} />}
        {query.isError && (
          <FailedRow what="who knows them" why={messageOf(query.error)} onRetry={() => void query.refetch()} />
        )}
        {best && (
          <div className="grid gap-4 px-4 pb-4">
            <p className="serif max-w-168 text-[1.375rem] leading-[1.3] tracking-[-0.012em] text-pretty">
              {best.staff_name} knows them best: {tieWord(best.strength, best.days).toLowerCase()} ({best.strength}),{" "}
              {best.mails > 0 ? countOf(best.mails, "mail") : countOf(best.days, "day")} with {best.contact_name}, last
              on {formatDay(best.last_on)}.
            </p>
            {view === "drawing" ? (
              <TieDrawing ties={drawn} label="Ties between us and their people; the same numbers are in the table" />
            ) : (
              <TieTable ties={ties} />
            )}
            <p className="text-caption text-muted">
              {view === "drawing" && "One line is ten points. A line that stops halfway has had no answer. "}
              {all && `All of us together: ${tieWord(all.strength, all.days).toLowerCase()} (${all.strength}).`}{" "}
              {drawn.length < ties.length && view === "drawing" && `The table has all ${countOf(ties.length, "tie")}.`}
            </p>
          </div>
        )}
      </section>
    </>
  );
}

const TieTable = ({ ties }: { ties: readonly Tie[] }) => (
  <section
    aria-label="Table of ties"
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so a keyboard must reach it
    tabIndex={0}
    className="overflow-x-auto -outline-offset-2"
  >
    <table className="w-full text-caption">
      <caption className="sr-only">Ties between us and their people</caption>
      <thead>
        <tr className="text-left text-muted">
          {["Who of us", "With", "Tie", "Days", "Mails", "Last"].map((head) => (
            <th key={head} scope="col" className="py-1.5 pr-4 font-normal">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {ties.map((tie) => (
          <tr key={`${tie.staff_name} ${tie.contact_id}`} className="border-t border-line">
            <th scope="row" className="py-1.5 pr-4 text-left font-semibold">
              {tie.staff_name}
              {tie.staff_left && <span className="font-normal text-muted"> (left)</span>}
            </th>
            <td className="pr-4">{tie.contact_name}</td>
            <td className="pr-4">
              <TieMark strength={tie.strength} days={tie.days} given={tie.given_in} got={tie.given_out} />
            </td>
            <td className="pr-4">{tie.days}</td>
            <td className="pr-4">{tie.mails}</td>
            <td className="whitespace-nowrap">{formatDay(tie.last_on)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

/** Their people, by name: whom one wants to reach. */
function WayToOne({ account }: { account: string }) {
  const people = useQuery({
    queryKey: ["relationships", "people of", account],
    queryFn: async () =>
      unwrap(await supabase().from("contacts").select("id, name").eq("account_id", account).order("name").limit(200)),
  });
  const ties = useQuery(tiesOfAccountQuery(account)).data?.ties;
  const [chosen, setChosen] = useState<string | null>(null);
  const known = new Map(ties?.map(({ contact_id, strength }) => [contact_id, strength]));
  // Whoever is known least is whom one asks about.
  const target =
    people.data?.find(({ id }) => id === chosen) ??
    people.data?.toSorted((a, b) => (known.get(a.id) ?? -1) - (known.get(b.id) ?? -1))[0];
  if (people.isError)
    return (
      <section aria-label="Warm path" className={panelClass}>
        <FailedRow what="their people" why={messageOf(people.error)} onRetry={() => void people.refetch()} />
      </section>
    );
  if (!target || !ties) return null;
  return (
    <section aria-label="Warm path" className={panelClass}>
      <header className="flex flex-wrap items-center justify-between gap-3 border-b border-line py-2 pr-3 pl-4">
        <h2 className="text-small font-[640]">Warm path to {target.name}</h2>
        <select
          aria-label="To whom"
          value={target.id}
          onChange={(event) => setChosen(event.target.value)}
          className="min-h-8 max-w-56 rounded-1 border border-control bg-surface px-2 text-caption max-sm:min-h-11"
        >
          {people.data?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </header>
      <WarmPath key={target.id} target={target.id} name={target.name} />
    </section>
  );
}
