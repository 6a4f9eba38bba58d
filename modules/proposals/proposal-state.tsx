// The state of a proposal as valve and word: dashed ring not begun or not sent, ring out, half read, full accepted.
import { currentTime } from "#domain/clock.ts";
import { type MessageFacts, messageSentence } from "#domain/message-states.ts";
import { inOfficeTime, officeDayStart } from "#app/lib/office-time.ts";
import { classNames } from "#app/ui/class-names.ts";
import type { ShownState } from "./proposal.ts";

interface Told {
  shown_state: ShownState;
  current_version: number;
  mail?: MessageFacts | null;
  views?: number;
  fetches?: number;
  decided_at?: string | null;
  valid_until?: string | null;
}

/** "Dec 20", of a day or of a moment at the office. */
export const shortDay = (day: string) =>
  inOfficeTime(day.length === 10 ? (officeDayStart(day) ?? currentTime()) : new Date(day), {
    month: "short",
    day: "numeric",
  });
const on = (day: string | null | undefined) => (day ? ` ${shortDay(day)}` : "");
const times = (count: number) => (count === 1 ? "once" : `${count} times`);

export function stateWords({
  shown_state: state,
  current_version: version,
  views = 0,
  fetches = 0,
  ...told
}: Told): string {
  switch (state) {
    case "draft":
      return version > 1 ? `Draft, v${version}` : "Draft";
    case "written":
      return told.mail ? messageSentence(told.mail) : "Written, not sent";
    case "sent":
      // A fetch without a touch may be a machine's.
      return fetches > 0 ? "Fetched, perhaps by a scanner" : "Sent, not opened";
    case "viewed":
      return views > 0 ? `Viewed ${times(views)}` : "Viewed";
    case "accepted":
      return `Accepted${on(told.decided_at)}`;
    case "declined":
      return `Declined${on(told.decided_at)}`;
    case "expired":
      return `Expired${on(told.valid_until)}`;
    default:
      return "Withdrawn";
  }
}

const out = "bg-soon-bg text-soon";
const quiet = "bg-sunken text-muted";
const looks: Record<ShownState, [colours: string, valve: string]> = {
  draft: [quiet, "border-dashed"],
  revising: [quiet, "border-dashed"],
  written: ["bg-dev-bg text-dev", "border-dashed"],
  sent: [out, ""],
  viewed: [out, "bg-[linear-gradient(90deg,currentColor_50%,transparent_50%)]"],
  accepted: ["bg-live-bg text-live", "bg-current"],
  declined: ["bg-danger-bg text-danger", ""],
  expired: [quiet, "border-dashed"],
  withdrawn: [quiet, "border-dashed"],
};

export function ProposalState({ proposal }: { proposal: Told }) {
  const [colours, valve] = looks[proposal.shown_state];
  return (
    <span
      data-state={proposal.shown_state}
      className={classNames(
        "inline-flex items-center gap-1.5 rounded-1 px-1.75 py-0.5 text-xs leading-[1.35] font-semibold whitespace-nowrap forced-colors:border",
        colours,
      )}
    >
      <i aria-hidden="true" className={classNames("size-2.25 rounded-full border-[1.5px] border-current", valve)} />
      {stateWords(proposal)}
    </span>
  );
}
