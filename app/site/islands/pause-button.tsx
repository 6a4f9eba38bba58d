import { IconButton } from "../../ui/button.tsx";
import type { Clock } from "./clock.ts";
import { useClockState } from "./use-clock.ts";

/** 44 px. `what` completes "Pause ..." and "Play ...". */
export function PauseButton({ clock, what, className = "" }: { clock: Clock; what: string; className?: string }) {
  const { paused } = useClockState(clock);
  const flip = () => {
    if (!paused) return clock.hold("visitor");
    // Asked to play, it plays: the visitor's own word is later than the system's wish for less motion, and than the
    // pointer or the focus that rest on this very button.
    for (const reason of ["visitor", "reduced motion", "pointer", "focus"] as const) clock.release(reason);
  };
  return (
    <IconButton
      name={paused ? "play" : "pause"}
      label={`${paused ? "Play" : "Pause"} ${what}`}
      className={`needs-script ${className}`}
      onClick={flip}
    />
  );
}
