// On the dashboard: who waits for an answer, the most urgent first.
import { Link, useSearchParams } from "react-router";
import { type MessageFacts, messagePage, messageSentence } from "#domain/message-states.ts";
import { type InquiriesPart, useDashboardPart, useDashboardWhose } from "#app/lib/owner-dashboard.ts";
import { DashboardTile } from "#app/records/dashboard/dashboard-tile.tsx";
import { initialsOf } from "#app/records/field-kinds/person.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { ClockBadge } from "../inbox/clock-badge.tsx";
import { senderOf } from "../inquiry.ts";
import { PromiseRows } from "./promise-rows.tsx";

interface Waiting {
  id: string;
  reference: string;
  state: string;
  name: string;
  email: string;
  company: string;
  received_at: string;
  due_at: string | null;
  answered_at: string | null;
  last_reply: MessageFacts | null;
  assignee_name: string | null;
}

export default function WaitingTile() {
  const [whose] = useDashboardWhose();
  const state = useDashboardPart("inquiries");
  const { part } = state;
  const [params, setParams] = useSearchParams();
  const all = `/admin/inquiries${whose === "mine" ? "?mine=yes" : ""}`;
  return (
    <DashboardTile name="Inquiries waiting" all={{ label: "All inquiries", to: all }} what="inquiries" state={state}>
      {part && part.held > 0 && (
        <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line bg-dev-bg px-4 py-2 text-dev">
          <span>
            {part.held === 1 ? "1 message waits for a check" : `${part.held} messages wait for a check`}
            {part.held_late > 0 && `, ${part.held_late} past the promised day`}
          </span>
          <Link to="/admin/inquiries?tab=held" className={buttonClass({ variant: "line", size: "compact" })}>
            Check
          </Link>
        </p>
      )}
      {part?.waiting === 0 && (
        <p className="px-4 py-4 text-muted">
          {part.held > 0 ? "Nobody else waits for an answer." : "Nobody waits for an answer."} Messages from the site’s
          forms appear here.
        </p>
      )}
      {part && <Rows part={part} />}
      {part && part.waiting > part.rows.length && (
        <p className="border-t border-line px-4 py-2.5">
          <Link to={all} className="underline decoration-control underline-offset-3">
            All {part.waiting} that wait
          </Link>
        </p>
      )}
      {params.get("show") === "promise" && (
        <PromiseRows onClose={() => setParams({}, { replace: true, preventScrollReset: true })} />
      )}
    </DashboardTile>
  );
}

function Rows({ part }: { part: InquiriesPart }) {
  return (
    <ul>
      {(part.rows as Waiting[]).map((inquiry) => (
        <li
          key={inquiry.id}
          className="grid grid-cols-[minmax(0,1fr)_minmax(0,auto)_1.5rem_auto] items-center gap-x-4 border-b border-line px-4 py-2 last:border-0 max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-y-1.5"
        >
          <p className="min-w-0 max-sm:col-span-2">
            <Link
              to={`/admin/inquiries?open=${inquiry.id}`}
              dir="auto"
              className="block truncate text-left font-[560] hover:underline"
            >
              {senderOf(inquiry)}
            </Link>
            <small dir="auto" className="block truncate text-left text-caption text-muted">
              {inquiry.company || inquiry.reference}
            </small>
            {inquiry.last_reply && inquiry.last_reply.state !== "cancelled" && (
              <Link
                to={messagePage(inquiry.last_reply.id)}
                className="block text-caption font-semibold text-dev underline underline-offset-3"
              >
                {messageSentence(inquiry.last_reply)}
              </Link>
            )}
          </p>
          {/* On a phone below the name, which has the width. */}
          <span className="min-w-0 max-sm:col-start-1">
            <ClockBadge inquiry={inquiry} />
          </span>
          <span
            title={inquiry.assignee_name ?? "Nobody yet"}
            className={classNames(
              "grid size-6 place-items-center rounded-full text-[0.625rem] leading-none font-[650] max-sm:hidden",
              inquiry.assignee_name === null ? "border border-dashed border-control text-muted" : "bg-nil",
            )}
          >
            <span aria-hidden="true">{inquiry.assignee_name === null ? "?" : initialsOf(inquiry.assignee_name)}</span>
            <span className="sr-only">{inquiry.assignee_name ?? "Nobody yet"}</span>
          </span>
          <Link
            to={`/admin/inquiries?open=${inquiry.id}`}
            aria-label={`Answer ${senderOf(inquiry)}`}
            className={buttonClass({
              variant: "line",
              size: "compact",
              className: "max-sm:col-start-2 print:hidden",
            })}
          >
            Answer
          </Link>
        </li>
      ))}
    </ul>
  );
}
