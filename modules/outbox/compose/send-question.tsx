// The one question before mails are written: what each person gets, one at a time, who is left out and why, and what becomes of it.
import { useState } from "react";
import { countOf } from "#app/lib/formats.ts";
import { SendDialog } from "#app/records/dialog/send-dialog.tsx";
import { IconButton } from "#app/ui/button.tsx";
import type { AttachedFile } from "../outbox-data.ts";
import { type Letter, type Recipient, whySkipped } from "./recipients.ts";

export function SendQuestion({
  letters,
  skipped,
  files,
  leaves,
  done,
  onConfirm,
  onClose,
}: {
  letters: readonly Letter[];
  skipped: readonly Recipient[];
  files: readonly AttachedFile[];
  leaves: string | null;
  /** How many have been written; null before it has begun. */
  done: number | null;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const [at, setAt] = useState(0);
  const letter = letters[Math.min(at, letters.length - 1)];
  const isMany = letters.length > 1;
  const what = isMany ? countOf(letters.length, "mail") : "mail";
  const step = (by: 1 | -1) => setAt((at + by + letters.length) % letters.length);
  return (
    <SendDialog
      area="outbox"
      title={isMany ? `Send ${what}?` : "Send this mail?"}
      what={what}
      mail={
        letter
          ? {
              to: { name: letter.to.name, address: letter.to.email },
              subject: letter.subject,
              text: letter.text,
              attachments: files,
            }
          : null
      }
      failure={letter ? null : "No one is left to write to."}
      leaves={leaves}
      busy={done !== null}
      onClose={onClose}
      onConfirm={onConfirm}
      above={
        isMany && (
          <div className="mb-3 flex items-center justify-between gap-2 rounded-1 bg-nil py-1 pr-1 pl-3">
            <span aria-live="polite">
              {done === null ? `Mail ${at + 1} of ${letters.length}` : `Writing ${done + 1} of ${letters.length}...`}
            </span>
            <span className="flex">
              <IconButton name="back" label="Mail before" size="compact" onClick={() => step(-1)} />
              <IconButton name="arrow" label="Next mail" size="compact" onClick={() => step(1)} />
            </span>
          </div>
        )
      }
    >
      {skipped.length > 0 && (
        <details open={skipped.length <= 5}>
          <summary className="cursor-pointer font-semibold">
            {countOf(skipped.length, "person is", "people are")} left out
          </summary>
          <ul aria-label="Left out" className="mt-1 grid max-h-40 gap-0.5 overflow-y-auto">
            {skipped.map((person) => (
              <li key={person.of_id} className="flex flex-wrap gap-x-2">
                <span dir="auto">{person.name ?? person.of_name}</span>
                <span className="text-dev">{whySkipped(person.skipped ?? "")}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </SendDialog>
  );
}
