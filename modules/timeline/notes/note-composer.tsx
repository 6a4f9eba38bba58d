// Writing a note. What is in the box survives a reload; nothing is stored before someone saves it.
import { formatCount } from "#domain/formats.ts";
import { type RefObject, useState } from "react";
import { forgetDraft, keepDraft, readDraft } from "#app/lib/drafts.ts";
import { newId } from "#app/lib/new-id.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { useRecordsContext } from "#app/records/records-context.ts";
import { Button } from "#app/ui/button.tsx";
import { FieldError } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { toast } from "#app/ui/toast.ts";
import { useAddNote } from "../timeline-data.ts";
import { formatButton, NoteField } from "./note-field.tsx";
import type { Place } from "../timeline-entry.ts";

export const maxNote = 20_000;

/** What is wrong with a note, in a sentence; null if nothing is. */
export function noteProblem(body: string): string | null {
  if (body.trim() === "") return "Write something first.";
  // As the database counts them: in characters, not in UTF-16 halves.
  if ([...body].length > maxNote) return `A note has at most ${formatCount(maxNote)} characters.`;
  return null;
}

interface Draft {
  /** Chosen with the first letter: a note that is sent twice is one note. */
  id: string;
  body: string;
  mentions: readonly string[];
  pinned: boolean;
}

const blank = (): Draft => ({ id: newId(), body: "", mentions: [], pinned: false });

export function NoteComposer({ place, box }: { place: Place; box: RefObject<HTMLTextAreaElement | null> }) {
  const { userId } = useRecordsContext();
  const key = `note ${userId} ${place.type} ${place.id}`;
  const [draft, setDraft] = useState<Draft>(() => ({ ...blank(), ...readDraft<Draft>(key) }));
  const [problem, setProblem] = useState<string | null>(null);
  const add = useAddNote(place);
  const change = (next: Partial<Draft>) => {
    const changed = { ...draft, ...next };
    setDraft(changed);
    setProblem(null);
    if (changed.body === "") forgetDraft(key);
    else keepDraft(key, changed);
  };
  const save = () => {
    if (add.isPending) return;
    const wrong = noteProblem(draft.body);
    setProblem(wrong);
    if (wrong) {
      box.current?.focus();
      return;
    }
    add.mutate(draft, {
      onSuccess: () => {
        forgetDraft(key);
        setDraft(blank());
        toast({ title: "Note added" });
        box.current?.focus();
      },
      onError: (error) => setProblem(messageOf(error)),
    });
  };
  return (
    <section
      aria-label="New note"
      className="rounded-1 rounded-br-turn-btn border border-line bg-surface focus-within:border-control"
    >
      <NoteField
        label="Note"
        box={box}
        words={draft}
        onChange={change}
        onSave={save}
        problem={problem ? "note-problem" : undefined}
        placeholder="What happened, and what does it change? @ names a colleague"
        className="block min-h-20 w-full resize-none bg-transparent px-4 pt-3 pb-1 leading-normal -outline-offset-2 placeholder:text-muted"
      >
        <button
          type="button"
          aria-label="Pin to the top"
          aria-pressed={draft.pinned}
          data-icon-button=""
          onClick={() => change({ pinned: !draft.pinned })}
          className={formatButton}
        >
          <Icon name="flag" className="size-4.5" />
        </button>
        <span className="ml-auto flex items-center gap-2">
          <kbd className="rounded-1 border border-line px-1.5 py-px text-xs text-muted max-sm:hidden">Ctrl Enter</kbd>
          <Button size="compact" className="max-sm:min-h-10" aria-disabled={add.isPending} onClick={save}>
            {add.isPending ? "Saving..." : "Add note"}
          </Button>
        </span>
      </NoteField>
      {problem && (
        <div className="px-4 pb-3">
          <FieldError id="note-problem">{problem}</FieldError>
        </div>
      )}
    </section>
  );
}
