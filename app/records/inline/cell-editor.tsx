// A field's own input, in place of its cell. Enter saves, Tab saves and goes on, Escape puts back what was there; what is refused stays
// open with its message.
import { type FocusEvent, type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from "react";
import type { Entity, FieldEntry } from "#domain/entity.ts";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { FieldError } from "#app/ui/field.tsx";
import { type KitRecord, titleOf } from "../entity.ts";
import { kindOf, textOf } from "../field-kinds/kinds.ts";
import { complaintAbout, tidy, valuesOf } from "../form-values.ts";

/** Why what was typed is not saved. `current` is what someone else saved in between; null when the record is gone. */
export interface Refusal {
  text: string;
  message: string;
  current?: KitRecord | null;
}

/** Where the focus goes after saving: away is wherever the person clicked. */
export type Move = "stay" | "next" | "previous" | "away";

export function CellEditor({
  entity,
  entry,
  seen,
  refusal,
  replaces,
  atEnd,
  onSave,
  onCancel,
}: {
  entity: Entity;
  entry: FieldEntry;
  /** The record as it was when the editor opened. */
  seen: KitRecord;
  refusal: Refusal | undefined;
  /** Opened by typing: the first letter takes the place of what was there. */
  replaces: boolean;
  /** In the right half of the table: it grows to the left. */
  atEnd: boolean;
  onSave: (text: string, move: Move, seen: KitRecord) => void;
  onCancel: () => void;
}) {
  const [name, field] = entry;
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const [values] = useState(() => valuesOf(entity.fields, seen));
  const [text, setText] = useState(refusal?.text ?? values[name] ?? "");
  const [complaint, setComplaint] = useState<string | null>(refusal?.message ?? null);
  const over = useRef(false);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { Input } = kindOf(field);
  const current = refusal?.current;
  const isConflict = current !== undefined;
  const isPicked = field.kind === "reference" || field.kind === "person";

  const taken = useRef(false);
  const take = useCallback(
    (element: HTMLElement | null) => {
      if (!element || taken.current) return;
      taken.current = true;
      const input = element.matches("fieldset") ? element.querySelector("input") : element;
      input?.focus();
      if (input instanceof HTMLInputElement && input.type !== "checkbox") input.select();
      if (input instanceof HTMLTextAreaElement)
        input.setSelectionRange(replaces ? 0 : input.value.length, input.value.length);
    },
    [replaces],
  );
  useEffect(() => {
    take(panel.current?.querySelector<HTMLElement>("input, select, textarea") ?? null);
    return () => clearTimeout(leaving.current);
  }, [take]);

  const commit = (typed: string, move: Move, against: KitRecord = seen) => {
    if (over.current) return;
    const proper = tidy(field, typed);
    const wrong = complaintAbout(field, proper, { ...values, [name]: proper });
    setComplaint(wrong);
    if (wrong) return;
    over.current = true;
    onSave(proper, move, against);
  };
  const cancel = () => {
    over.current = true;
    onCancel();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const at = event.target as HTMLElement;
    // A calendar or list above it keeps its keys, and so does a button.
    if (event.nativeEvent.isComposing || at.closest("[popover]")) return;
    const isOpen = at.getAttribute("aria-expanded") === "true";
    const acts =
      event.key === "Tab" && !isConflict
        ? () => commit(text, event.shiftKey ? "previous" : "next")
        : event.key === "Escape" && !isOpen
          ? cancel
          : event.key === "Enter" && !isOpen && !event.shiftKey && !at.closest("button")
            ? () => commit(text, "stay")
            : stepBox(event, at);
    if (!acts) return;
    event.preventDefault();
    event.stopPropagation();
    acts();
  };
  const onBlur = (event: FocusEvent) => {
    if (panel.current?.contains(event.relatedTarget)) return;
    leaving.current = setTimeout(() => {
      // The window lost the focus, not the editor.
      if (!panel.current?.contains(document.activeElement)) commit(text, "away");
    });
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the input inside, whatever its kind
    <div
      ref={panel}
      data-cell-editor=""
      onKeyDownCapture={onKeyDown}
      onBlur={onBlur}
      onFocus={() => clearTimeout(leaving.current)}
      className={classNames(
        "absolute -top-px z-30 min-w-[calc(100%+1px)] cursor-default rounded-1 border border-focus bg-surface p-1 text-left text-ui font-normal whitespace-normal shadow-2",
        atEnd ? "-right-px" : "-left-px",
        kindOf(field).lines ? "w-88" : "w-60",
      )}
    >
      <label htmlFor={id} className="sr-only">
        {field.label} of {titleOf(entity, seen)}
      </label>
      <Input
        name={name}
        field={field}
        value={text}
        values={{ ...values, [name]: text }}
        onChange={(typed) => {
          setText(typed);
          setComplaint(null);
          if (isPicked && typed) commit(typed, "stay");
        }}
        onBlur={() => {}}
        inputRef={take}
        control={{
          id,
          "aria-invalid": complaint ? true : undefined,
          "aria-describedby": complaint ? `${id}-error` : kindOf(field).lines ? `${id}-hint` : undefined,
        }}
      />
      {kindOf(field).lines && (
        <p id={`${id}-hint`} className="px-1.5 pt-1 text-caption text-muted">
          Enter saves, Shift+Enter starts a new line.
        </p>
      )}
      {complaint && !isConflict && (
        <div role="alert" className="px-1.5 pb-1 wrap-anywhere">
          <FieldError id={`${id}-error`}>{complaint}</FieldError>
        </div>
      )}
      {isConflict && (
        <div role="alert" className="mt-1 grid gap-2 rounded-1 bg-dev-bg px-2.5 py-2 text-caption text-dev">
          <p id={`${id}-error`} className="font-semibold">
            {current
              ? `Someone else changed this while you were editing. Yours is not saved yet.`
              : `Someone else deleted this ${entity.one}.`}
          </p>
          {current && (
            <>
              <p className="line-clamp-3 wrap-anywhere">Theirs: {textOf(entry, current) || "None"}</p>
              <div className="flex flex-wrap gap-2">
                <Button variant="line" size="compact" onClick={cancel}>
                  Keep theirs
                </Button>
                <Button size="compact" onClick={() => commit(text, "stay", current)}>
                  Save mine anyway
                </Button>
              </div>
            </>
          )}
        </div>
      )}
    </div>
  );
}

/** Tab leaves the cell, so arrows go from one box of a list of choices to the next. */
function stepBox({ key }: KeyboardEvent, at: HTMLElement): (() => void) | null {
  const step = key === "ArrowDown" || key === "ArrowRight" ? 1 : key === "ArrowUp" || key === "ArrowLeft" ? -1 : 0;
  const boxes = at.matches("input[type=checkbox]")
    ? [...(at.closest("fieldset")?.querySelectorAll("input") ?? [])]
    : [];
  if (step === 0 || boxes.length === 0) return null;
  return () => boxes.at((boxes.indexOf(at as HTMLInputElement) + step) % boxes.length)?.focus();
}
