// A change that an entry of a calendar is in the way of: a person may go over it, after they read that it is there.
import { useState } from "react";
import { Strip } from "#app/ui/compact/strip.tsx";

export function useOverEntry() {
  const [over, setOver] = useState(false);
  return {
    over,
    ask: () => setOver(true),
    reset: () => setOver(false),
    warning: over && (
      <Strip tone="warn">
        <b>There is an entry in the calendar at this time.</b> It stays where it is, and the week shows both.
      </Strip>
    ),
  };
}
