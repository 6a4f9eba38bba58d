import { Chip, StatusBadge } from "#app/ui/badge.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { type State, stateWords } from "./message.ts";

/** Held is a chip with the lock; everything else a valve. */
export function StateBadge({ state, long = false }: { state: State; long?: boolean }) {
  const { badge, word } = stateWords[state] ?? { badge: "Draft", word: state };
  if (state === "held")
    return (
      <Chip tone="safe">
        <Icon name="lock" className="size-3.5" />
        {long ? "Held, would have sent" : word}
      </Chip>
    );
  return <StatusBadge status={badge}>{word}</StatusBadge>;
}
