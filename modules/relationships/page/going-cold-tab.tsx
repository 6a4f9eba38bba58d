// Ties that go cold, by what they were: since when it is silent, the year, and one press to write or to put it off.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { formatDay } from "#domain/days.ts";
import { countOf } from "#app/lib/formats.ts";
import { may } from "#app/lib/access.ts";
import { staffQuery } from "#app/lib/office.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { call } from "#app/lib/typed-answers.ts";
import { ChoiceFilter } from "#app/records/filter/choice-filter.tsx";
import { FindField } from "#app/records/list/find-field.tsx";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { useAddress } from "#app/records/list/use-address.ts";
import { useRecordsContext } from "#app/records/records-context.ts";
import { Button } from "#app/ui/button.tsx";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { Menu } from "#app/ui/compact/menu.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { goodFrom, strongFrom } from "../relationship.ts";
import { coldPage, type ColdTie, goingColdQuery, useRelationshipChange } from "../relationships-data.ts";
import { TieMark, Vanes } from "../vanes.tsx";
import { YearLine } from "../year-line.tsx";

const columns = "lg:grid-cols-[minmax(0,1.35fr)_8.5rem_11.5rem_minmax(0,1.9fr)_3.5rem_8.5rem]";
const levels: Readonly<Record<string, number>> = { strong: strongFrom, any: 0 };
const initials = (name: string) =>
  name
    .split(/\s+/)
    .map((word) => word[0] ?? "")
    .slice(0, 2)
    .join("")
    .toUpperCase();

export function GoingColdTab() {
  const { params, change } = useAddress();
  const staff = useQuery(staffQuery);
  const was = params.get("was") ?? "";
  const term = params.get("search") ?? "";
  const colleague = params.get("owner");
  const skip = (Math.max(1, Number(params.get("page")) || 1) - 1) * coldPage;
  const query = useQuery({
    ...goingColdQuery({ colleague, leastWas: levels[was] ?? goodFrom, term, skip }),
    placeholderData: keepPreviousData,
  });
  const set = (changes: Record<string, string | null>) => change({ page: null, ...changes }, true);
  const all = query.data?.[0]?.in_all ?? 0;
  return (
    <section aria-label="Going cold" className={`${panelClass} rounded-br-turn-btn`}>
      <header className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2.5">
        <FindField label="Find a person" value={term} onFind={(search) => set({ search: search || null })} />
        <ChoiceFilter
          label="Owner"
          value={colleague ?? ""}
          choices={(staff.data ?? []).map(({ user_id, name }) => [user_id, name] as const)}
          onChange={(owner) => set({ owner: owner || null })}
        />
        <ChoiceFilter
          label="Was"
          value={was}
          any="good or strong"
          choices={[
            ["strong", "strong"],
            ["any", "anything"],
          ]}
          onChange={(value) => set({ was: value || null })}
        />
        <span className="ml-auto text-caption text-muted max-lg:hidden">Sorted by what it was</span>
      </header>
      {query.isError && (
        <FailedRow what="what goes cold" why={messageOf(query.error)} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <LoadingRows rows={5} />}
      {query.data?.length === 0 && (
        <EmptyState title={term || colleague || was ? "Nobody here" : "Nothing goes cold"}>
          <p className="max-w-96 text-muted">
            {term || colleague || was
              ? "No tie fits these filters."
              : "A tie that was good appears here when it no longer is, or is silent for unusually long."}
          </p>
        </EmptyState>
      )}
      {query.data && query.data.length > 0 && (
        <>
          <div
            aria-hidden="true"
            className={`hidden gap-x-4 border-b border-line px-4 py-2 text-caption lg:grid ${columns}`}
          >
            <span>Who</span>
            <span>Was, and is</span>
            <span>The last year</span>
            <span>Why it is here</span>
            <span>Owner</span>
          </div>
          <ul>
            {query.data.map((tie) => (
              <ColdRow key={`${tie.contact_id} ${tie.staff_id}`} tie={tie} />
            ))}
          </ul>
          {all > coldPage && (
            <p className="flex items-center gap-3 border-t border-line px-4 py-2.5 text-caption text-muted">
              {skip + 1} to {Math.min(skip + coldPage, all)} of {all >= 1000 ? "1,000 and more" : countOf(all, "tie")}
              <Button
                variant="line"
                size="compact"
                disabled={skip === 0}
                onClick={() => set({ page: String(skip / coldPage) })}
              >
                Previous
              </Button>
              <Button
                variant="line"
                size="compact"
                disabled={skip + coldPage >= all}
                onClick={() => set({ page: String(skip / coldPage + 2) })}
              >
                Next
              </Button>
            </p>
          )}
          <footer className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-t border-line px-4 py-2.5 text-caption text-muted">
            <span className="flex items-center gap-3">
              <Vanes given={4} got={4} /> Left vane: what they give. Right vane: what we give. A tie holds only when
              both turn.
            </span>
            <span>One tick is one day with contact, theirs above the line, ours below.</span>
          </footer>
        </>
      )}
    </section>
  );
}

/** "She wrote last" would be a guess: the name is not one. */
function why({ silent_days, last_in, last_out, usual_gap, still_close, staff_left, staff_name }: ColdTie) {
  const theirs = (last_in ?? "") >= (last_out ?? "");
  const last =
    theirs && last_in !== last_out
      ? "They were last, on"
      : last_in === last_out
        ? "Last contact on"
        : "You were last, on";
  return {
    silent: `Silent ${silent_days} days.`,
    rest: [
      `${last} ${formatDay((theirs ? last_in : last_out) ?? "")}.`,
      usual_gap ? `Usually every ${usual_gap === 1 ? "day" : countOf(usual_gap, "day")}.` : "",
      still_close ? `${still_close} is still close.` : "",
      staff_left ? `${staff_name} left.` : "",
    ]
      .filter(Boolean)
      .join(" "),
  };
}

function ColdRow({ tie }: { tie: ColdTie }) {
  const { composeMail } = useRecordsContext();
  const snooze = useRelationshipChange(
    (days: number) => call("snooze_tie", { contact: tie.contact_id, colleague: tie.staff_id, days }),
    (days) => `${tie.contact_name}: not for ${days} days`,
    "Failed to put it off",
  );
  const { silent, rest } = why(tie);
  const today = new Date(Date.parse(tie.last_on) + tie.silent_days * 86_400_000).toISOString().slice(0, 10);
  return (
    <li
      className={`grid items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2.5 last:border-0 lg:min-h-17 ${columns}`}
    >
      <div className="min-w-0 leading-tight">
        <Link to={`/admin/crm/contacts/${tie.contact_id}`} dir="auto" className="font-semibold hover:underline">
          {tie.contact_name}
        </Link>
        <p dir="auto" className="truncate text-caption text-muted">
          {[tie.title, tie.account_name].filter(Boolean).join(", ")}
        </p>
      </div>
      <div className="grid justify-items-start gap-0.5">
        <TieMark strength={tie.was} days={1} given={tie.was_in} got={tie.was_out} quiet />
        <TieMark strength={tie.is_now} days={1} given={tie.mass_in} got={tie.mass_out} />
      </div>
      <YearLine days={tie.days ?? []} inward={tie.inward ?? []} today={today} />
      <p className="text-caption text-muted">
        <b className="font-semibold text-ink">{silent}</b> {rest}
      </p>
      <span
        title={tie.staff_name}
        className="inline-grid size-6.5 place-items-center rounded-full bg-nil text-[0.6875rem] font-semibold"
      >
        <span aria-hidden="true">{initials(tie.staff_name)}</span>
        <span className="sr-only">{tie.staff_name}</span>
      </span>
      <div className="flex items-center justify-end gap-1.5">
        {composeMail && (
          <Button
            variant="line"
            size="compact"
            icon="mail"
            aria-label={`Write to ${tie.contact_name}`}
            onClick={() => composeMail({ table: "contacts", id: tie.contact_id, name: tie.contact_name })}
          >
            Write
          </Button>
        )}
        {may("relationships", "edit") && (
          <Menu
            label={`Put ${tie.contact_name} off`}
            trigger={<Icon name="clock" className="size-4.5" />}
            actions={[7, 30, 90].map((days) => ({
              id: String(days),
              label: `Not for ${days} days`,
              onAction: () => snooze.mutate(days),
            }))}
          />
        )}
      </div>
    </li>
  );
}
