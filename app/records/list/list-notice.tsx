// Says when the rows below are not what was asked for: still loading, not to be had, or read before the connection went.
import { useEffect, useState, useSyncExternalStore } from "react";
import { formatClock } from "#app/lib/formats.ts";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Icon } from "#app/ui/icon.tsx";

function subscribe(tell: () => void) {
  for (const name of ["online", "offline"]) window.addEventListener(name, tell);
  return () => {
    for (const name of ["online", "offline"]) window.removeEventListener(name, tell);
  };
}
const useOnline = () =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );

/** True once `on` has been so for 300 ms: what comes sooner needs no words. */
function useLasting(on: boolean): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLasting(on), on ? 300 : 0);
    return () => clearTimeout(timer);
  }, [on]);
  return on && lasting;
}

export interface ListState {
  many: string;
  /** The rows belong to another page, search or order. */
  old: boolean;
  /** Why the last try failed; null while none has. */
  failure: string | null;
  /** No further try follows by itself. */
  failed: boolean;
  /** When the rows were read. */
  readAt: number;
  onRetry: () => void;
}

export function ListNotice({ many, old, failure, failed, readAt, onRetry }: ListState) {
  const online = useOnline();
  const slow = useLasting(old);
  const before = `The rows below were read at ${formatClock(new Date(readAt))}`;
  const words = failed
    ? `Failed to load ${many}. ${failure ?? ""} ${before}.`
    : old && failure
      ? `${failure} Trying again. The rows below are from before.`
      : slow
        ? "Loading. The rows below are from before."
        : online
          ? null
          : `You are offline. ${before}.`;
  if (!words) return null;
  const alarming = failed || failure !== null;
  return (
    <output
      className={classNames(
        "flex flex-wrap items-center gap-2 border-b border-line px-3 py-2",
        alarming ? "bg-danger-bg text-danger" : "bg-dev-bg text-dev",
      )}
    >
      <Icon name={alarming ? "alert" : "clock"} />
      <span className="min-w-0 grow">{words}</span>
      {failed && (
        <Button variant="line" size="compact" onClick={onRetry}>
          Try again
        </Button>
      )}
    </output>
  );
}
