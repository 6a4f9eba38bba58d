// Writing a note. What is in the box survives a reload; nothing is stored before someone saves it.
import { formatCount } from "#domain/formats.ts";
import { type KeyboardEvent, type RefObject, useState } from "react";
import { forgetDraft, keepDraft, readDraft } from "#app/lib/drafts.ts";
import { newId } from "#app/lib/new-id.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { useRecordsContext } from "#app/records/records-context.ts";
import { Button } from "#app/ui/button.tsx";
import { FieldError } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { toast } from "#app/ui/toast.ts";
import { useAddNote } from "../timeline-data.ts";
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
  pinned: boolean;
}

export function NoteComposer({ place, box }: { place: Place; box: RefObject<HTMLTextAreaElement | null> }) {
  const { userId } = useRecordsContext();
  const key = `note ${userId} ${place.type} ${place.id}`;
  const [draft, setDraft] = useState<Draft>(() => readDraft<Draft>(key) ?? { id: newId(), body: "", pinned: false });
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
        setDraft({ id: newId(), body: "", pinned: false });
        toast({ title: "Note added" });
        box.current?.focus();
      },
      onError: (error) => setProblem(messageOf(error)),
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    save();
  };
  return (
    <section
      aria-label="New note"
      className="rounded-1 rounded-br-turn-btn border border-line bg-surface focus-within:border-control"
    >
      <textarea
        ref={box}
        aria-label="Note"
        aria-describedby={problem ? "note-problem" : undefined}
        aria-invalid={problem ? true : undefined}
        placeholder="What happened, and what does it change?"
        rows={3}
        value={draft.body}
        onChange={(event) => change({ body: event.target.value })}
        onKeyDown={onKeyDown}
        className="block max-h-96 min-h-20 w-full resize-none bg-transparent px-4 pt-3 pb-1 leading-normal -outline-offset-2 field-sizing-content placeholder:text-muted"
      />
      {problem && (
        <div className="px-4 pb-1">
          <FieldError id="note-problem">{problem}</FieldError>
        </div>
      )}
      <div className="flex flex-wrap items-center justify-between gap-2 px-3 pt-1.5 pb-3">
        <button
          type="button"
          aria-label="Pin to the top"
          aria-pressed={draft.pinned}
          data-icon-button=""
          onClick={() => change({ pinned: !draft.pinned })}
          className="inline-grid size-8.5 place-items-center rounded-2 hover:bg-shade aria-pressed:bg-nil max-sm:size-10"
        >
          <Icon name="flag" className="size-4.5" />
        </button>
        <span className="flex items-center gap-2">
          <kbd className="rounded-1 border border-line px-1.5 py-px text-xs text-muted max-sm:hidden">Ctrl Enter</kbd>
          <Button size="compact" className="max-sm:min-h-10" aria-disabled={add.isPending} onClick={save}>
            {add.isPending ? "Saving..." : "Add note"}
          </Button>
        </span>
      </div>
    </section>
  );
}
