// A note with edit, pin and delete behind three dots.
import { useRef, useState } from "react";
import { may } from "#app/lib/access.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { Button } from "#app/ui/button.tsx";
import { Menu } from "#app/ui/compact/menu.tsx";
import { FieldError } from "#app/ui/field.tsx";
import { noteProblem } from "./note-composer.tsx";
import { NoteField, type NoteWords } from "./note-field.tsx";
import { NoteText } from "./note-text.tsx";
import { useChangeNote, useDeleteNote } from "../timeline-data.ts";
import type { Note, Place } from "../timeline-entry.ts";

export function NoteBox({ note, place }: { note: Note; place: Place }) {
  const [editing, setEditing] = useState(false);
  const change = useChangeNote(place);
  const remove = useDeleteNote(place);
  if (editing) return <NoteEditor {...{ note, place }} onClose={() => setEditing(false)} />;
  return (
    <div className="mt-1.5 grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 rounded-1 rounded-br-turn-sm bg-nil py-2.5 pr-1.5 pl-3.5">
      <NoteText note={note} />
      {may("crm", "edit") && (
        <Menu
          label="Note actions"
          className="inline-grid size-8.5 place-items-center rounded-2 hover:bg-shade max-sm:size-10"
          actions={[
            { id: "edit", label: "Edit", icon: "edit", onAction: () => setEditing(true) },
            {
              id: "pin",
              label: note.pinned ? "Unpin" : "Pin to the top",
              icon: "flag",
              onAction: () => change.mutate({ id: note.id, pinned: !note.pinned }),
            },
            { id: "delete", label: "Delete", icon: "trash", danger: true, onAction: () => remove.mutate(note.id) },
          ]}
        />
      )}
    </div>
  );
}

function NoteEditor({ note, place, onClose }: { note: Note; place: Place; onClose: () => void }) {
  const [words, setWords] = useState<NoteWords>(note);
  const [problem, setProblem] = useState<string | null>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const change = useChangeNote(place);
  const { body, mentions } = words;
  const save = () => {
    if (body === note.body) return onClose();
    const wrong = noteProblem(body);
    setProblem(wrong);
    if (wrong || change.isPending) return;
    change.mutate(
      { id: note.id, body, mentions: [...mentions] },
      { onSuccess: onClose, onError: (error) => setProblem(messageOf(error)) },
    );
  };
  const id = `problem of ${note.id}`;
  return (
    <div className="mt-1.5 rounded-1 border border-control">
      <NoteField
        focused
        label="Edit note"
        box={box}
        words={words}
        onChange={setWords}
        onSave={save}
        onEscape={() => {
          if (body === note.body) onClose();
        }}
        problem={problem ? id : undefined}
        className="block w-full resize-y bg-transparent px-3.5 pt-2.5 leading-normal -outline-offset-2"
      >
        <span className="ml-auto flex gap-2">
          <Button variant="line" size="compact" onClick={onClose}>
            Cancel
          </Button>
          <Button size="compact" aria-disabled={change.isPending} onClick={save}>
            {change.isPending ? "Saving..." : "Save note"}
          </Button>
        </span>
      </NoteField>
      {problem && (
        <div className="px-3.5 pb-3">
          <FieldError id={id}>{problem}</FieldError>
        </div>
      )}
    </div>
  );
}
