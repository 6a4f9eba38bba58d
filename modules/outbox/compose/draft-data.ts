// A mail that is being written, as this browser keeps it (docs/decisions/240).
import { useState } from "react";
import { forgetDraft, keepDraft, readDraft } from "#app/lib/drafts.ts";
import { newId } from "#app/lib/new-id.ts";
import type { AttachedFile } from "../outbox-data.ts";
import type { Recipient } from "./recipients.ts";

export interface Draft {
  id: string;
  /** Besides those it was begun for. */
  added: readonly Recipient[];
  template: string;
  /** The text as the template gave it: while it is untouched, it is filled again for others. */
  filled: string | null;
  subject: string;
  text: string;
  despite: string;
  files: readonly AttachedFile[];
  /** "2026-11-20T09:00" by the office's clock, or "" for at once. */
  leaves: string;
  signed: boolean;
}

const blank = (): Draft => ({
  id: newId(),
  added: [],
  template: "",
  filled: null,
  subject: "",
  text: "",
  despite: "",
  files: [],
  leaves: "",
  signed: true,
});

export function useDraft(key: string) {
  const [draft, setDraft] = useState<Draft>(() => ({ ...blank(), ...readDraft<Draft>(key) }));
  return {
    draft,
    change: (next: Partial<Draft>) =>
      setDraft((old) => {
        const all = { ...old, ...next };
        keepDraft(key, all, { lasting: true });
        return all;
      }),
    forget: () => forgetDraft(key),
  };
}
