// Half-filled forms survive a reload and an expired session: they are kept in this tab until saved or discarded.
const prefix = "draft:";

export function keepDraft(key: string, draft: unknown) {
  try {
    sessionStorage.setItem(prefix + key, JSON.stringify(draft));
  } catch {
    // Full or blocked storage: the form still holds its text while it is open.
  }
}

export function readDraft<T>(key: string): T | null {
  try {
    const kept = sessionStorage.getItem(prefix + key);
    return kept ? (JSON.parse(kept) as T) : null;
  } catch {
    return null;
  }
}

export function forgetDraft(key: string) {
  try {
    sessionStorage.removeItem(prefix + key);
  } catch {
    // Nothing was kept, then.
  }
}

/** On a deliberate sign-out: the next person at this browser must not find them. */
export function forgetDrafts() {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept, then.
  }
}
