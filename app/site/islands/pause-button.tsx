import { IconButton } from "../../ui/button.tsx";
import type { Clock } from "./clock.ts";
import { useClockState } from "./use-clock.ts";

/** 44 px. `what` completes "Pause ..." and "Play ...". */
export function PauseButton({ clock, what, className = "" }: { clock: Clock; what: string; className?: string }) {
  const { paused } = useClockState(clock);
  const flip = () => {
    // Asked to play, it plays, even where the system asks for less motion: the visitor's own word is the later one.
    clock.release("reduced motion");
    if (paused) clock.release("visitor");
    else clock.hold("visitor");
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
