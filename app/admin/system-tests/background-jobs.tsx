// Work that the server does by itself: what waits, runs or failed, and a way to start it again.
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { allModules } from "#app/admin/areas.ts";
import { panelClass } from "#app/admin/shell/page-head.tsx";
import { callApi, fetchApi } from "#app/lib/api.ts";
import { formatMoment } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { Chip } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { toast } from "#app/ui/toast.ts";

const jobSchema = z.object({
  id: z.string(),
  kind: z.string(),
  state: z.enum(["waiting", "running", "failed"]),
  since: z.string(),
  reason: z.nullable(z.string()),
});
type Job = z.output<typeof jobSchema>;

const jobsQuery = queryOptions({
  queryKey: ["jobs"],
  queryFn: () => callApi("/jobs", z.array(jobSchema)),
  refetchInterval: 10_000,
});

const words: Record<string, string> = {
  ...Object.assign({}, ...allModules.map(({ jobNames }) => jobNames)),
  "inbound-events": "Provider's message",
  files: "File clean-up",
};
const states = { waiting: "Waiting", running: "Running", failed: "Failed" };

export function BackgroundJobs() {
  const jobs = useQuery(jobsQuery);
  return (
    <section aria-label="Background jobs" className={panelClass}>
      <h2 className="border-b border-line px-4 py-3 text-small font-[640]">Background jobs</h2>
      {jobs.isPending && <output className="block px-4 py-3">Loading...</output>}
      {jobs.isError && <p className="px-4 py-3 text-danger">Failed to load the jobs. {messageOf(jobs.error)}</p>}
      {jobs.data?.length === 0 && <p className="px-4 py-3 text-muted">Nothing waits, and nothing has failed.</p>}
      <ul>
        {jobs.data?.map((job) => (
          <JobRow key={job.id} job={job} />
        ))}
      </ul>
    </section>
  );
}

function JobRow({ job }: { job: Job }) {
  const queries = useQueryClient();
  const again = useMutation({
    mutationFn: () => fetchApi(`/jobs/${job.kind}/${job.id}/run`, { method: "POST" }),
    onSuccess: () => toast({ title: "Started again" }),
    onError: (error) => toast({ title: "Failed to start it again", text: messageOf(error), tone: "danger" }),
    onSettled: () => queries.invalidateQueries({ queryKey: jobsQuery.queryKey }),
  });
  const name = words[job.kind] ?? job.kind;
  return (
    <li className="flex items-center gap-3 border-b border-line px-4 py-2.75 last:border-0">
      <div className="min-w-0 grow">
        <p className="font-semibold">
          {name} <Chip tone={job.state === "failed" ? "danger" : "plain"}>{states[job.state]}</Chip>
        </p>
        <p className="text-caption wrap-anywhere text-muted">
          <time dateTime={job.since}>{formatMoment(job.since)}</time>
          {job.reason && `: ${job.reason}`}
        </p>
      </div>
      {job.state === "failed" && (
        <Button variant="line" size="compact" disabled={again.isPending} onClick={() => again.mutate()}>
          Run again
          <span className="sr-only"> {name}</span>
        </Button>
      )}
    </li>
  );
}
