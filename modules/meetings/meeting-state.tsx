import { StatusBadge } from "#app/ui/badge.tsx";
import { type MeetingState, stateWords } from "./meeting.ts";

export function MeetingBadge({
  state,
  moves = 0,
  held = false,
}: {
  state: MeetingState;
  moves?: number;
  held?: boolean;
}) {
  const [word, look] = stateWords[state];
  if (held) return <StatusBadge status="Missing">To check</StatusBadge>;
  return (
    <StatusBadge status={look}>
      {state === "confirmed" && moves > 0 ? (moves === 1 ? "Moved once" : `Moved ${moves} times`) : word}
    </StatusBadge>
  );
}
