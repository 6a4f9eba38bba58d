// Where a note is typed: a text area, buttons for the little formatting there is, and colleagues' names while one types @.
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type RefObject, useId, useState } from "react";
import { type Colleague, staffQuery } from "#app/lib/office.ts";
import { classNames } from "#app/ui/class-names.ts";
import { Icon } from "#app/ui/icon.tsx";
import { listed, mentionAt, namesFor, wrapped } from "./note-words.ts";

export interface NoteWords {
  body: string;
  mentions: readonly string[];
}

const most = 6;

export function NoteField({
  label,
  words,
  onChange,
  onSave,
  onEscape,
  box,
  problem,
  focused = false,
  placeholder,
  className,
  children,
}: {
  label: string;
  words: NoteWords;
  onChange: (words: NoteWords) => void;
  /** Ctrl Enter. */
  onSave: () => void;
  onEscape?: () => void;
  box: RefObject<HTMLTextAreaElement | null>;
  /** The id of what is said about it. */
  problem?: string | undefined;
  /** Opened by the person who is about to type here. */
  focused?: boolean;
  placeholder?: string;
  className: string;
  /** Beside the buttons for formatting. */
  children: React.ReactNode;
}) {
  const id = useId();
  const { body, mentions } = words;
  const [caret, setCaret] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  const staff = useQuery(staffQuery).data ?? [];
  const typed = caret === null ? null : mentionAt(body, caret);
  const offered = typed
    ? namesFor(
        staff.filter((person) => person.active),
        typed.term,
      ).slice(0, most)
    : [];
  const at = Math.min(active, offered.length - 1);

  const put = (text: string, [start, end]: readonly [number, number], named = mentions) => {
    onChange({ body: text, mentions: named });
    // Once React has drawn the new text.
    requestAnimationFrame(() => {
      box.current?.focus();
      box.current?.setSelectionRange(start, end);
    });
  };
  const format = (made: (text: string, selection: readonly [number, number]) => ReturnType<typeof listed>) => {
    const { selectionStart = 0, selectionEnd = 0 } = box.current ?? {};
    const { text, selection } = made(body, [selectionStart, selectionEnd]);
    put(text, selection);
  };
  const choose = (person: Colleague) => {
    if (!typed || caret === null) return;
    const text = `${body.slice(0, typed.from)}@${person.name} ${body.slice(caret)}`;
    const end = typed.from + person.name.length + 2;
    setCaret(null);
    put(text, [end, end], [...new Set([...mentions, person.user_id])]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const chosen = offered[at];
    const isModified = event.ctrlKey || event.metaKey;
    const act = () => {
      if (chosen && !isModified) {
        if (event.key === "Enter" || event.key === "Tab") return () => choose(chosen);
        if (event.key === "ArrowDown") return () => setActive((at + 1) % offered.length);
        if (event.key === "ArrowUp") return () => setActive((at + offered.length - 1) % offered.length);
        if (event.key === "Escape") return () => setCaret(null);
      }
      if (isModified && event.key === "Enter") return onSave;
      if (isModified && event.key === "b") return () => format((text, of) => wrapped(text, of, "**"));
      if (isModified && event.key === "i") return () => format((text, of) => wrapped(text, of, "_"));
      if (event.key === "Escape") return onEscape;
      return undefined;
    };
    const action = act();
    if (!action) return;
    event.preventDefault();
    action();
  };

  return (
    <div className="relative">
      <textarea
        ref={box}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by the person who is about to type here
        autoFocus={focused}
        dir="auto"
        aria-label={label}
        aria-describedby={problem}
        aria-invalid={problem ? true : undefined}
        aria-autocomplete="list"
        aria-controls={offered.length > 0 ? id : undefined}
        aria-activedescendant={offered.length > 0 ? `${id}-${at}` : undefined}
        placeholder={placeholder}
        rows={3}
        value={body}
        onChange={(event) => {
          onChange({ body: event.target.value, mentions });
          setCaret(event.target.selectionStart);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setCaret(null)}
        className={classNames("field-sizing-content max-h-96", className)}
      />
      {offered.length > 0 && (
        <div
          id={id}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot be beside a text area that keeps the focus
          role="listbox"
          aria-label="Colleagues"
          className="absolute left-3 z-20 w-64 rounded-1 rounded-br-turn-sm border border-line bg-surface py-1 shadow-3"
        >
          {offered.map((person, index) => (
            <div
              key={person.user_id}
              id={`${id}-${index}`}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              // Before the text area loses the focus.
              onPointerDown={(event) => {
                event.preventDefault();
                choose(person);
              }}
              className={classNames("cursor-pointer truncate px-3 py-1.5", index === at && "bg-nil")}
            >
              {person.name}
            </div>
          ))}
        </div>
      )}
      <div className="flex flex-wrap items-center gap-0.5 px-3 pt-1.5 pb-3">
        <FormatButton label="Bold" onPress={() => format((text, of) => wrapped(text, of, "**"))}>
          <b>B</b>
        </FormatButton>
        <FormatButton label="Italic" onPress={() => format((text, of) => wrapped(text, of, "_"))}>
          <i className="serif">I</i>
        </FormatButton>
        <FormatButton label="List" onPress={() => format(listed)}>
          <Icon name="list" className="size-4.5" />
        </FormatButton>
        {children}
      </div>
    </div>
  );
}

export const formatButton =
  "inline-grid size-8.5 place-items-center rounded-2 hover:bg-shade aria-pressed:bg-nil max-sm:size-10";

const FormatButton = ({
  label,
  onPress,
  children,
}: {
  label: string;
  onPress: () => void;
  children: React.ReactNode;
}) => (
  <button type="button" aria-label={label} data-icon-button="" onClick={onPress} className={formatButton}>
    {children}
  </button>
);
