import { Chip, StatusBadge } from "#app/ui/badge.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { type State, stateWords } from "../message.ts";

/** Held is a chip with the lock; everything else a valve. */
export function StateBadge({ state, would }: { state: State; would?: string | undefined }) {
  const { badge, word } = stateWords[state] ?? { badge: "Draft", word: state };
  if (state === "held")
    return (
      <Chip tone="safe">
        <Icon name="lock" className="size-3.5" />
        {would ? `${word}, ${would}` : word}
      </Chip>
    );
  return <StatusBadge status={badge}>{word}</StatusBadge>;
}
