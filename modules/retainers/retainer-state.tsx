import { StatusBadge } from "#app/ui/badge.tsx";
import type { RetainerRow } from "./retainers-data.ts";

const looks = {
  draft: ["Draft", "Draft"],
  active: ["Live", "Running"],
  paused: ["In Development", "Paused"],
  ended: ["Draft", "Ended"],
} as const;

export function RetainerState({ state }: Pick<RetainerRow, "state">) {
  const [status, words] = looks[state];
  return <StatusBadge status={status}>{words}</StatusBadge>;
}
