// One person in a sequence: how they stand, what comes next or why it ended, and what can be done.
import { useState } from "react";
import { Link } from "react-router";
import { gateWords } from "#domain/gate-reasons.ts";
import { formatMoment } from "#app/lib/formats.ts";
import { Menu, type MenuAction } from "#app/ui/compact/menu.tsx";
import { PauseDialog, StopDialog } from "./person-dialogs.tsx";
import { useSequenceActions } from "../sequence-actions-data.ts";
import { dayWords, shownWords } from "../sequence.ts";
import type { Enrolled } from "../sequences-data.ts";
import { Swatch } from "../states-bar.tsx";

const reasons: Record<string, string> = {
  replied: "Stopped by a reply",
  booked: "Booked a meeting",
  accepted: "Accepted a proposal",
  unsubscribed: "Unsubscribed",
  bounced: "The address bounced",
  failed: "It could not go on",
};

/** "Step 2 on Thu, Dec 5, 09:00", "Stopped by a reply, Nov 27". */
export function progressText(person: Enrolled): string {
  const { state, step_no, steps, next_day, next_clock, at_work, ended_at } = person;
  if (state === "paused")
    return person.paused_until ? `Until ${formatMoment(person.paused_until)}` : "Until you let it go on";
  if (state === "active") {
    if (at_work === "task") return `Waits for a task, step ${step_no} of ${steps}`;
    if (at_work === "mail") return `Mail of step ${step_no} is on its way`;
    if (next_day) return `Step ${step_no + 1} of ${steps} on ${dayWords(next_day)}, ${next_clock}`;
    return `Step ${step_no} of ${steps}`;
  }
  const when = ended_at ? `, ${dayWords(ended_at.slice(0, 10))}` : "";
  const reason = person.stop_reason ?? state;
  if (state === "finished") return `All ${steps} steps${when}`;
  return `${reasons[reason] ?? gateWords(reason)}${when}`;
}

export function PersonRow({ person, of }: { person: Enrolled; of: "sequence" | "contact" }) {
  const actions = useSequenceActions();
  const [dialog, setDialog] = useState<"pause" | "stop" | null>(null);
  const ids = [person.enrolment_id];
  const runs = person.state === "active" || person.state === "paused";
  const menu: MenuAction[] = [
    ...(person.state === "active"
      ? [{ id: "pause", label: "Pause", icon: "pause" as const, onAction: () => setDialog("pause") }]
      : []),
    ...(person.state === "paused"
      ? [{ id: "resume", label: "Go on", icon: "play" as const, onAction: () => actions.resume(ids) }]
      : []),
    {
      id: "replied",
      label: "They replied",
      icon: "conversation",
      onAction: () => actions.replied(person.contact_id, person.contact_name),
    },
    { id: "stop", label: "Stop", icon: "close", danger: true, onAction: () => setDialog("stop") },
  ];
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_2.125rem] items-center gap-x-3 border-b border-line py-2.25 pr-2 pl-4 last:border-0">
      <p className="min-w-0">
        <Link
          to={
            of === "sequence"
              ? `/admin/crm/contacts/${person.contact_id}`
              : `/admin/sequences?open=${person.sequence_id}`
          }
          dir="auto"
          className="line-clamp-2 text-left font-[560] wrap-anywhere hover:underline"
        >
          {of === "sequence" ? person.contact_name : person.sequence_name}
        </Link>
        <small dir="auto" className="line-clamp-2 text-left text-caption text-muted wrap-anywhere">
          {of === "sequence" ? person.account_name : `Version ${person.version}`}
          {!person.is_newest && runs && of === "sequence" && `, version ${person.version}`}
        </small>
      </p>
      <p className="min-w-0 text-caption">
        <span className="flex items-center gap-1.5">
          <Swatch state={person.shown_state} />
          {shownWords[person.shown_state]}
        </span>
        <span
          className="block wrap-anywhere text-muted"
          title={
            person.next_at ? `${formatMoment(person.next_at)}, planned by the clock of ${person.timezone}` : undefined
          }
        >
          {progressText(person)}
        </span>
      </p>
      {runs && <Menu label={`More for ${person.contact_name} in ${person.sequence_name}`} actions={menu} />}
      {dialog === "pause" && <PauseDialog person={person} actions={actions} onClose={() => setDialog(null)} />}
      {dialog === "stop" && <StopDialog person={person} actions={actions} onClose={() => setDialog(null)} />}
    </li>
  );
}
