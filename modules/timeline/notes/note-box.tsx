// A note as it is read: text and safe links, with edit, pin and delete behind three dots.
import { Fragment, type KeyboardEvent, useState } from "react";
import { messageOf } from "#app/lib/request-error.ts";
import { Button } from "#app/ui/button.tsx";
import { Menu } from "#app/ui/compact/menu.tsx";
import { FieldError, inputClass } from "#app/ui/field.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { textParts } from "../entry/text-parts.ts";
import { noteProblem } from "./note-composer.tsx";
import { useChangeNote, useDeleteNote } from "../timeline-data.ts";
import type { Note, Place } from "../timeline-entry.ts";

export function NoteBox({ note, place }: { note: Note; place: Place }) {
  const [editing, setEditing] = useState(false);
  const change = useChangeNote(place);
  const remove = useDeleteNote(place);
  if (editing) return <NoteEditor {...{ note, place }} onClose={() => setEditing(false)} />;
  return (
    <div className="mt-1.5 grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 rounded-1 rounded-br-turn-sm bg-nil py-2.5 pr-1.5 pl-3.5">
      <p dir="auto" className="py-1 text-left leading-normal wrap-anywhere whitespace-pre-wrap">
        <Words text={note.body} />
      </p>
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
    </div>
  );
}

const Words = ({ text }: { text: string }) =>
  textParts(text).map(({ text: part, href }, index) =>
    href ? (
      <a key={index} href={href} target="_blank" rel="noopener noreferrer nofollow" className="underline">
        {part}
      </a>
    ) : (
      <Fragment key={index}>{part}</Fragment>
    ),
  );

function NoteEditor({ note, place, onClose }: { note: Note; place: Place; onClose: () => void }) {
  const [body, setBody] = useState(note.body);
  const [problem, setProblem] = useState<string | null>(null);
  const change = useChangeNote(place);
  const save = () => {
    if (body === note.body) return onClose();
    const wrong = noteProblem(body);
    setProblem(wrong);
    if (wrong || change.isPending) return;
    change.mutate({ id: note.id, body }, { onSuccess: onClose, onError: (error) => setProblem(messageOf(error)) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape" && body === note.body) onClose();
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    save();
  };
  return (
    <div className="mt-1.5 grid gap-2">
      <textarea
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by the person who is about to type here
        autoFocus
        aria-label="Edit note"
        aria-invalid={problem ? true : undefined}
        value={body}
        rows={3}
        onChange={(event) => setBody(event.target.value)}
        onKeyDown={onKeyDown}
        className={classNames(inputClass("compact"), "max-h-96 resize-y field-sizing-content")}
      />
      {problem && <FieldError>{problem}</FieldError>}
      <div className="flex justify-end gap-2">
        <Button variant="line" size="compact" onClick={onClose}>
          Cancel
        </Button>
        <Button size="compact" aria-disabled={change.isPending} onClick={save}>
          {change.isPending ? "Saving..." : "Save note"}
        </Button>
      </div>
    </div>
  );
}
