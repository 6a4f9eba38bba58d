// /admin/reports: what the records say. Period, owner and module are in the address, so that a link shows the same figures.
import { dateFormat } from "#domain/formats.ts";
import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import { isDay } from "#domain/days.ts";
import { site } from "#content/site.ts";
import { zoneNote } from "#app/lib/office-time.ts";
import { staffQuery } from "#app/lib/office.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { ChoiceFilter } from "#app/records/filter/choice-filter.tsx";
import { FigureRows } from "#app/records/figure-rows.tsx";
import { useAddress } from "#app/records/list/use-address.ts";
import { Art } from "#app/ui/art.tsx";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { PartFailure } from "#app/ui/compact/part-failure.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { ActivityReport } from "./views/activity-report.tsx";
import { earlierPeriod, type Period, periodOf, periodWords, type Preset, presetWords } from "./period.ts";
import { type Choice, PeriodPicker } from "./period-picker.tsx";
import { AsOfReport, PipelineReport } from "./views/pipeline-report.tsx";
import { PromiseReport } from "./views/promise-report.tsx";
import {
  activityQuery,
  anythingQuery,
  serviceLinesQuery,
  pipelineQuery,
  promiseQuery,
  reportsOfficeQuery,
  stagesQuery,
  subjectsQuery,
  winRateQuery,
} from "./reports-data.ts";
import { StagesReport } from "./views/stages-report.tsx";
import { SubjectsReport } from "./views/subjects-report.tsx";
import type { View } from "./report-view.tsx";
import { WinRateReport } from "./views/win-rate-report.tsx";
import { WonReport, wonReportQuery } from "./views/won-report.tsx";

const clock = (time: number, zone: string) =>
  dateFormat({ hour: "2-digit", minute: "2-digit", timeZone: zone }, "en-GB").format(time) + zoneNote(time);

function readPeriod(params: URLSearchParams, today: string): { preset: Preset | null; period: Period } {
  const [from, to, asked] = [params.get("from") ?? "", params.get("to") ?? "", params.get("period") ?? "half"];
  if (isDay(from) && isDay(to) && from <= to) return { preset: null, period: { from, to } };
  const preset = asked in presetWords ? (asked as Preset) : "half";
  return { preset, period: periodOf(preset, today) };
}

export default function ReportsPage() {
  const office = useQuery(reportsOfficeQuery);
  return (
    <>
      <title>{`Reports | ${site.name} admin`}</title>
      {office.data ? (
        <Reports {...office.data} />
      ) : (
        <>
          <h1 className="serif text-[1.75rem] leading-[1.15] tracking-[-0.018em]">Reports</h1>
          {office.isPending && (
            <div className="grid gap-5 lg:grid-cols-2">
              {[0, 1, 2, 3].map((place) => (
                <section key={place} className={panelClass}>
                  <LoadingRows rows={5} />
                </section>
              ))}
            </div>
          )}
          {office.isError && (
            <section className={panelClass}>
              <PartFailure
                what="reports"
                why={messageOf(office.error)}
                onRetry={() => void office.refetch()}
                busy={office.isFetching}
              />
            </section>
          )}
        </>
      )}
    </>
  );
}

function Reports({ today, currency, zone }: { today: string; currency: string; zone: string }) {
  const { params, change } = useAddress();
  const { preset, period } = readPeriod(params, today);
  const compare = params.get("compare") !== "no";
  const view: View = {
    asked: { ...period, owner: params.get("owner"), service: params.get("service") },
    earlier: compare ? earlierPeriod(period, today) : null,
    preset,
    today,
    currency,
  };
  const set = (changes: Record<string, string | null>) => change(changes, true);
  const choose = (choice: { preset: Preset } | { period: Period } | { compare: boolean }) => {
    if ("preset" in choice) set({ period: choice.preset === "half" ? null : choice.preset, from: null, to: null });
    else if ("period" in choice) set({ period: null, from: choice.period.from, to: choice.period.to });
    else set({ compare: choice.compare ? null : "no" });
  };
  const chosen: Choice = { preset, period, compare };
  const anything = useQuery(anythingQuery);
  const until = today < period.to && today >= period.from ? today : period.to;
  const pipeline = useQuery(pipelineQuery(view.asked));
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="serif text-[1.75rem] leading-[1.15] tracking-[-0.018em]">Reports</h1>
          <p className="mt-0.5 min-h-5 text-muted">
            {periodWords({ from: period.from, to: until })}
            {until !== period.to && ", so far"}.
            {pipeline.data && ` Counted from the records at ${clock(pipeline.dataUpdatedAt, zone)}.`}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2 print:hidden max-sm:w-full max-sm:*:grow max-sm:[&>fieldset]:w-full">
          <PeriodPicker chosen={chosen} onChoose={choose} />
          <Filters asked={view.asked} onChoose={set} />
          <Button
            variant="line"
            size="compact"
            icon="document"
            className="bg-surface max-sm:min-h-11"
            onClick={() => window.print()}
          >
            Print
          </Button>
        </div>
      </div>
      {anything.data === false ? (
        <section aria-label="Reports" className={panelClass}>
          <EmptyState art={<Art name="still" />} title="Nothing to count yet">
            <p className="max-w-96 text-muted">Reports fill themselves as soon as there is a deal or an inquiry.</p>
            <Link to="/admin/deals" className={buttonClass({ variant: "line", size: "compact" })}>
              Go to deals
            </Link>
          </EmptyState>
        </section>
      ) : (
        <>
          <Failures view={view} />
          <div className="grid items-stretch gap-5 lg:grid-cols-12 print:block print:*:mb-5">
            <WonReport view={view} />
            <PipelineReport view={view} />
            <SubjectsReport view={view} />
            <WinRateReport view={view} />
            <div className="grid content-start gap-5 lg:col-span-6">
              <StagesReport view={view} />
              <ActivityReport view={view} />
            </div>
            <PromiseReport view={view} />
            <AsOfReport view={view} />
          </div>
        </>
      )}
      <FigureRows currency={currency} />
    </>
  );
}

/** What failed, above the others, which stay. */
function Failures({ view }: { view: View }) {
  const client = useQueryClient();
  const { asked } = view;
  const all = [
    ["Won per month", wonReportQuery(view)],
    ["Pipeline", pipelineQuery(asked)],
    ["Calls to action", subjectsQuery(asked)],
    ["Win rate", winRateQuery(asked)],
    ["Stages", stagesQuery(asked)],
    ["Promise", promiseQuery(asked)],
    ["Activity", activityQuery(asked)],
  ] as const;
  // Each report asks by itself; this only looks.
  const states = useQueries({
    queries: all.map(([, { queryKey, queryFn }]) => ({ queryKey, queryFn, enabled: false }) as never),
  }) as { isError: boolean }[];
  const failed = all.filter((_, index) => states[index]?.isError).map(([name]) => name);
  if (failed.length === 0) return null;
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 rounded-1 bg-danger-bg px-4 py-3 text-danger">
      <Icon name="alert" />
      <p className="min-w-0 grow">
        <b>
          Failed to load {failed.length} of {all.length} reports.
        </b>{" "}
        {failed.join(", ")} did not answer. {failed.length < all.length && "The rest is complete."}
      </p>
      <Button
        variant="line"
        size="compact"
        onClick={() =>
          void client.refetchQueries({ queryKey: ["reports"], predicate: ({ state }) => state.status === "error" })
        }
      >
        Try again
      </Button>
    </div>
  );
}

function Filters({
  asked,
  onChoose,
}: {
  asked: View["asked"];
  onChoose: (changes: Record<string, string | null>) => void;
}) {
  const staff = useQuery(staffQuery);
  const services = useQuery(serviceLinesQuery);
  const names = new Set([...(services.data ?? []), ...(asked.service ? [asked.service] : [])]);
  return (
    <>
      <ChoiceFilter
        label="Owner"
        value={asked.owner ?? ""}
        choices={(staff.data ?? []).map(({ user_id, name }) => [user_id, name] as const)}
        onChange={(owner) => onChoose({ owner: owner || null })}
      />
      <ChoiceFilter
        label="Service"
        value={asked.service ?? ""}
        choices={[...names].map((name) => [name, name] as const)}
        onChange={(service) => onChoose({ service: service || null })}
      />
    </>
  );
}
