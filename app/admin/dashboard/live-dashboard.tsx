// What is live: greeting with today in a sentence, the figures, and a tile of each module.
import { dateFormat } from "#domain/formats.ts";
import { useQuery } from "@tanstack/react-query";
import { allModules } from "#app/admin/areas.ts";
import { ModuleTiles } from "#app/admin/module-tiles.tsx";
import { PageTitle } from "#app/admin/shell/page-title.tsx";
import { useSession } from "#app/auth/session.tsx";
import {
  hasFailed,
  hasNothing,
  type OwnerDashboard,
  ownerDashboardQuery,
  partOf,
  useDashboardWhose,
} from "#app/lib/owner-dashboard.ts";
import { zoneNote } from "#app/lib/office-time.ts";
import { Segmented } from "#app/ui/compact/segmented.tsx";
import { AskForName } from "#app/admin/settings/own-name.tsx";
import { NextSteps, useFirstSteps, useOpenSteps } from "../first-run/next-steps.tsx";
import { Arrange } from "./arrange.tsx";
import { EmptyFirm } from "./empty-firm.tsx";
import { Greeting } from "./greeting.tsx";
import { layoutQuery, noLayout } from "./layout-data.ts";
import { LiveFigures } from "./live-figures.tsx";
import { QuickActions } from "./quick-actions.tsx";

const day = dateFormat({ weekday: "long", month: "long", day: "numeric", timeZone: "UTC" });
const small = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const inWords = (count: number) => small[count] ?? String(count);

/** "Two things are late, four are for today." */
function sentence(answer: OwnerDashboard): string {
  const told = allModules.flatMap(({ key, due }) => {
    const part = partOf(answer, key);
    return due && part && !hasFailed(part) ? [{ key, due, part }] : [];
  });
  const included = new Set(told.flatMap(({ due }) => due.includes ?? []));
  const counts = told.filter(({ key }) => !included.has(key)).map(({ due, part }) => due.of(part as never));
  const late = counts.reduce((sum, each) => sum + each.late, 0);
  const today = counts.reduce((sum, each) => sum + each.today, 0);
  const words = [
    ...(late > 0 ? [`${inWords(late)} ${late === 1 ? "thing is" : "things are"} late`] : []),
    ...(today > 0 ? [`${inWords(today)} ${today === 1 ? "is" : "are"} for today`] : []),
  ].join(", ");
  return words ? `${words.charAt(0).toUpperCase()}${words.slice(1)}.` : "Nothing is late.";
}

export function LiveDashboard({ live }: { live: ReadonlySet<string> }) {
  const { user } = useSession();
  const [whose, choose] = useDashboardWhose();
  const answer = useQuery(ownerDashboardQuery(whose));
  const layout = useQuery(layoutQuery(user?.id ?? ""));
  const arranged = layout.data ?? noLayout;
  const openSteps = useOpenSteps();
  const firstSteps = useFirstSteps();
  // Zeros say less than what to do next, also where each step is done or put aside.
  const isEmpty = firstSteps !== null && answer.data !== undefined && hasNothing(answer.data);
  return (
    <>
      <PageTitle>Dashboard</PageTitle>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <Greeting />
          <p className="mt-0.5 min-h-[1lh] text-muted">
            {answer.data && `${day.format(new Date(`${answer.data.today}T00:00:00Z`))}. ${sentence(answer.data)}`}
          </p>
        </div>
        <div className="print:hidden max-sm:w-full">
          <QuickActions />
        </div>
      </div>
      {isEmpty ? (
        <EmptyFirm />
      ) : (
        <>
          <NextSteps whole={false} />
          {!openSteps && <AskForName />}
          <div className="flex flex-wrap items-center justify-between gap-3">
            <Segmented
              label="Whose"
              choices={[
                { id: "mine", name: "Mine" },
                { id: "all", name: "All" },
              ]}
              chosen={whose}
              onChoose={choose}
            />
            {/* Text, not a live region: figures that change by themselves are not spoken. */}
            <p className="ml-auto text-caption text-muted">
              {answer.data
                ? `Updated ${answer.data.clock}${zoneNote(answer.dataUpdatedAt)}`
                : answer.isError
                  ? "Not up to date"
                  : "Loading..."}
            </p>
            <Arrange arranged={arranged} />
          </div>
          <LiveFigures live={live} />
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)] print:block print:columns-2 print:gap-x-5 print:[zoom:0.72]">
            {/* Not before it is known which are hidden: they would be seen for a moment. */}
            {!layout.isPending && <ModuleTiles arranged={arranged} />}
          </div>
        </>
      )}
    </>
  );
}
