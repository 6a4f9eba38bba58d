// Four checks that can be run at any time, and the flags they depend on.
import { useState } from "react";
import { type SystemTest, systemTests } from "#content/integrations.ts";
import { FlagList } from "#app/admin/flag-list.tsx";
import { PageHead, panelClass } from "#app/admin/shell/page-head.tsx";
import { formatClock } from "#app/lib/formats.ts";
import { usePublishing } from "#app/lib/publishing.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { BackgroundJobs } from "./background-jobs.tsx";
import { DashboardChecks } from "./dashboard-checks.tsx";
import { ModuleChecks } from "./module-checks.tsx";
import { runSystemTest, type TestResult } from "./run-system-test.ts";

type State = "running" | "success" | "error";

export default function SystemTests() {
  return (
    <>
      <PageHead title="System Tests" />
      <SystemTestPanels />
    </>
  );
}

/** The same on its own page and in Settings. */
export function SystemTestPanels() {
  const [states, setStates] = useState<Partial<Record<SystemTest["id"], State>>>({});
  const [results, setResults] = useState<TestResult[]>([]);

  const isPublishing = usePublishing();
  const run = async (test: SystemTest) => {
    setStates((old) => ({ ...old, [test.id]: "running" }));
    const result = await runSystemTest(test, isPublishing);
    setStates((old) => ({ ...old, [test.id]: result.ok ? "success" : "error" }));
    setResults((old) => [{ ...result, id: old.length }, ...old]);
  };

  return (
    <>
      <section className={panelClass}>
        <h2 className="border-b border-line px-4 py-3 text-small font-[640]">Feature flags</h2>
        <FlagList />
      </section>
      <section className={panelClass}>
        <h2 className="border-b border-line px-4 py-3 text-small font-[640]">Tests</h2>
        <ul>
          {systemTests.map((test) => {
            const state = states[test.id];
            return (
              <li key={test.id} className="flex items-center gap-3 border-b border-line px-4 py-2.75 last:border-0">
                <StateIcon state={state} />
                <div className="min-w-0 grow">
                  <p className="font-semibold">{test.name}</p>
                  <p className="text-caption text-muted">{test.about}</p>
                </div>
                <Button variant="line" size="compact" disabled={state === "running"} onClick={() => void run(test)}>
                  {state === "running" ? "Running..." : "Run"}
                  <span className="sr-only"> {test.name} test</span>
                </Button>
              </li>
            );
          })}
        </ul>
      </section>
      <section className={panelClass}>
        <h2 className="border-b border-line px-4 py-3 text-small font-[640]">Results</h2>
        <ol aria-label="Results" aria-live="polite" reversed className="px-4 py-3 font-mono text-caption">
          {results.length === 0 && <li className="text-muted">No test has been run yet.</li>}
          {results.map((result) => (
            <li key={result.id} className="flex gap-3 py-1">
              <time className="shrink-0 text-muted">{formatClock(result.at)}</time>
              <Icon
                name={result.ok ? "check" : "alert"}
                className={`mt-0.5 size-4 ${result.ok ? "text-live" : "text-danger"}`}
              />
              <span className={`min-w-0 wrap-anywhere ${result.ok ? "" : "text-danger"}`}>{result.message}</span>
            </li>
          ))}
        </ol>
      </section>
      <DashboardChecks />
      <ModuleChecks />
      <BackgroundJobs />
    </>
  );
}

const stateWords = { running: "Running", success: "Success", error: "Error" };

function StateIcon({ state }: { state: State | undefined }) {
  if (!state) return <span aria-hidden="true" className="size-5 shrink-0 rounded-full border border-control" />;
  return (
    <span data-state={state} className="grid size-5 shrink-0 place-items-center">
      <span className="sr-only">{stateWords[state]}</span>
      {state === "running" ? (
        <span className="size-4.5 animate-spin rounded-full border-2 border-line border-t-ink motion-reduce:border-t-control" />
      ) : (
        <Icon
          name={state === "success" ? "check" : "alert"}
          className={state === "success" ? "text-live" : "text-danger"}
        />
      )}
    </span>
  );
}
