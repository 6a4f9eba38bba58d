// Exports that run now, one per list. They outlive the list on the screen, so that one may go on working in the meantime.
import { useSyncExternalStore } from "react";

export interface RunningExport {
  done: number;
  total: number;
  cancel: () => void;
}

const running = new Map<string, RunningExport>();
const listeners = new Set<() => void>();

function put(list: string, state: RunningExport | null) {
  if (state) running.set(list, state);
  else running.delete(list);
  for (const tell of listeners) tell();
}

/** Says that an export has begun; what it gives back stops requests, counts rows and says that it is over. */
export function startExport(list: string, total: number) {
  const stop = new AbortController();
  const state: RunningExport = { done: 0, total, cancel: () => stop.abort() };
  put(list, state);
  return {
    signal: stop.signal,
    progress: (done: number) => put(list, { ...state, done }),
    end: () => put(list, null),
  };
}

const subscribe = (tell: () => void) => {
  listeners.add(tell);
  return () => listeners.delete(tell);
};

export const useRunningExport = (list: string) => useSyncExternalStore(subscribe, () => running.get(list));
