// Half-filled forms survive a reload and an expired session: they are kept in this tab until saved or discarded. What takes longer to write,
// such as a mail, is kept in this browser: it is still there after the tab was closed.
const prefix = "draft:";

export function keepDraft(key: string, draft: unknown, { lasting = false } = {}) {
  try {
    (lasting ? localStorage : sessionStorage).setItem(prefix + key, JSON.stringify(draft));
  } catch {
    // Full or blocked storage: the form still holds its text while it is open.
  }
}

export function readDraft<T>(key: string): T | null {
  try {
    const kept = sessionStorage.getItem(prefix + key) ?? localStorage.getItem(prefix + key);
    return kept ? (JSON.parse(kept) as T) : null;
  } catch {
    return null;
  }
}

export function forgetDraft(key: string) {
  try {
    for (const storage of [sessionStorage, localStorage]) storage.removeItem(prefix + key);
  } catch {
    // Nothing was kept, then.
  }
}

/** On a deliberate sign-out: the next person at this browser must not find them. */
export function forgetDrafts() {
  try {
    for (const storage of [sessionStorage, localStorage])
      for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key);
  } catch {
    // Nothing was kept, then.
  }
}
