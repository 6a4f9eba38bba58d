// The way to a person: every step says whose contact it is, in one sentence. Asking makes a task and sends nothing.
import { useQuery } from "@tanstack/react-query";
import { formatDay } from "#domain/days.ts";
import { may } from "#app/lib/access.ts";
import { countOf } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { call } from "#app/lib/typed-answers.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { useRecordsContext } from "#app/records/records-context.ts";
import { Button } from "#app/ui/button.tsx";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { tieWord } from "../relationship.ts";
import { type Path, pathsQuery, useRelationshipChange } from "../relationships-data.ts";
import { TieMark } from "../vanes.tsx";

const firstName = (name: string) => name.split(" ")[0] ?? name;

/** About the first step, and only that one. */
const firstSentence = ({ staff_name, via_name, first_strength, first_days, first_last_on }: Path, target: string) =>
  `${staff_name} knows ${via_name ?? target}: ${tieWord(first_strength, 1).toLowerCase()} (${first_strength}), ${countOf(first_days, "day")}, last on ${formatDay(first_last_on)}.`;

const together = ({ second_mails, second_meetings }: Path) =>
  [second_meetings && countOf(second_meetings, "meeting"), second_mails && countOf(second_mails, "mail")]
    .filter(Boolean)
    .join(" and ");

/** About the second step. */
function secondSentence(path: Path, target: string): string {
  const via = path.via_name ?? "";
  switch (path.second_reason) {
    case "together":
      return `${via} and ${target} were together in ${together(path)}, last on ${formatDay(path.second_last_on ?? "")}.`;
    case "introduced":
      return `One of ${via} and ${target} introduced the other to us on ${formatDay(path.second_last_on ?? "")}.`;
    case "confirmed":
      return `One of us confirmed that ${via} and ${target} know each other.`;
    case "same company":
      return `${via} and ${target} work at the same company.`;
    default:
      return `${via} and ${target} were at the same company at the same time.`;
  }
}

export function WarmPath({ target, name, narrow = false }: { target: string; name: string; narrow?: boolean }) {
  const query = useQuery(pathsQuery(target));
  if (query.isPending) return <LoadingRows rows={2} />;
  if (query.isError)
    return <FailedRow what="the way" why={messageOf(query.error)} onRetry={() => void query.refetch()} />;
  const [best, ...others] = query.data;
  if (!best)
    return (
      <p className="px-4 py-3 text-muted">
        None of us knows {name} well, or anyone who does. Mail that was never answered does not count.
      </p>
    );
  return (
    <>
      <div className="grid gap-3 px-4 py-3">
        <p className={narrow ? "" : "serif max-w-168 text-[1.375rem] leading-[1.3] tracking-[-0.012em] text-pretty"}>
          {firstSentence(best, name)} {best.steps === 2 && secondSentence(best, name)}
        </p>
        {!narrow && <PathCells path={best} name={name} />}
        <Ask path={best} target={target} name={name} />
      </div>
      {others.length > 0 && (
        <ul aria-label="Other ways" className="border-t border-line text-caption">
          {others.map((path) => (
            <li key={`${path.staff_id} ${path.via_id}`} className="border-b border-line px-4 py-2 last:border-0">
              {firstSentence(path, name)} {path.steps === 2 && secondSentence(path, name)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Five cells for two steps, three for one. */
function PathCells({ path, name }: { path: Path; name: string }) {
  const cell = "min-w-0 border border-line px-3 py-2 wrap-anywhere @2xl:flex-1";
  const step =
    "grid content-center justify-items-start bg-sunken px-3 py-1.5 text-xs text-muted @max-2xl:border-x @max-2xl:border-line @2xl:justify-items-center @2xl:border-y @2xl:border-line @2xl:text-center";
  return (
    <div className="@container">
      <ol className="grid @2xl:flex">
        <li className={cell}>
          <b className="block font-[620]">{path.staff_name}</b>
          <span className="text-caption text-muted">One of us</span>
        </li>
        <li className={step}>
          <span className="text-ink">
            <TieMark strength={path.first_strength} days={path.first_days} given={path.first_in} got={path.first_out} />
          </span>
          {countOf(path.first_days, "day")}, last {formatDay(path.first_last_on)}
        </li>
        {path.via_id && (
          <>
            <li className={cell}>
              <b className="block font-[620]">{path.via_name}</b>
              <span className="text-caption text-muted">
                {[path.via_title, path.via_account].filter(Boolean).join(", ")}
              </span>
            </li>
            <li className={step}>
              <span className="text-caption text-ink">
                <b className="font-semibold">{tieWord(path.second_strength ?? 0, 1)}</b> {path.second_strength}
              </span>
              {path.second_reason === "together" ? `${together(path)} together` : path.second_reason}
            </li>
          </>
        )}
        <li className={`${cell} rounded-br-turn-btn`}>
          <b className="block font-[620]">{name}</b>
        </li>
      </ol>
    </div>
  );
}

function Ask({ path, target, name }: { path: Path; target: string; name: string }) {
  const { isOn, userId } = useRecordsContext();
  const words = path.via_name ? `Ask ${path.via_name} about ${name}` : `Write to ${name}`;
  const ask = useRelationshipChange(
    () => call("ask_colleague", { colleague: path.staff_id, contact: path.via_id ?? target, words }),
    () => `A task for ${path.staff_id === userId ? "you" : path.staff_name}: ${words}`,
    "Failed to add the task",
  );
  if (!isOn("tasks") || !may("tasks", "add")) return null;
  return (
    <p>
      <Button
        variant="line"
        size="compact"
        icon="task"
        disabled={ask.isPending || ask.isSuccess}
        onClick={() => ask.mutate(undefined)}
      >
        {ask.isSuccess ? "Asked" : path.staff_id === userId ? "Add a task for me" : `Ask ${firstName(path.staff_name)}`}
      </Button>
    </p>
  );
}
