/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a native list cannot be searched on the server */
// A searchable select. The options may be a window on a list of any length: the caller searches as one types.
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { classNames } from "./class-names.ts";
import { inputClass } from "./field.tsx";
import { Icon } from "./icon.tsx";

export interface Option {
  id: string;
  label: string;
}

interface ComboboxProps {
  control: { id: string; "aria-invalid": true | undefined; "aria-describedby": string | undefined };
  /** The chosen option; null when there is none. */
  chosen: Option | null;
  options: readonly Option[];
  loading: boolean;
  /** What is typed; "" when the list is first opened. */
  onTerm: (term: string) => void;
  onChoose: (option: Option) => void;
  onBlur?: () => void;
  inputRef?: (input: HTMLInputElement | null) => void;
  placeholder: string;
  nothing: string;
}

export function Combobox({
  control,
  chosen,
  options,
  loading,
  onTerm,
  onChoose,
  onBlur,
  inputRef,
  placeholder,
  nothing,
}: ComboboxProps) {
  const listId = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const input = useRef<HTMLInputElement | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const open = typed !== null;

  useEffect(() => {
    const box = list.current;
    const anchor = input.current;
    if (!box || !anchor || !open) return;
    box.showPopover();
    const place = () => {
      const { left, bottom, top, width } = anchor.getBoundingClientRect();
      const below = innerHeight - bottom > 240 || top < 260;
      Object.assign(box.style, {
        left: `${left}px`,
        width: `${width}px`,
        top: below ? `${bottom + 4}px` : "auto",
        bottom: below ? "auto" : `${innerHeight - top + 4}px`,
      });
    };
    place();
    addEventListener("resize", place);
    addEventListener("scroll", place, true);
    return () => {
      removeEventListener("resize", place);
      removeEventListener("scroll", place, true);
      box.hidePopover();
    };
  }, [open]);
  const search = (term: string) => {
    setTyped(term);
    setActive(0);
    onTerm(term);
  };
  const close = () => setTyped(null);
  const choose = (option: Option) => {
    onChoose(option);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open) {
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        search("");
      }
      return;
    }
    const moves: Record<string, number> = {
      ArrowDown: Math.min(active + 1, options.length - 1),
      ArrowUp: Math.max(active - 1, 0),
      PageDown: Math.min(active + 8, options.length - 1),
      PageUp: Math.max(active - 8, 0),
    };
    const move = moves[event.key];
    if (move !== undefined) {
      setActive(move);
      list.current?.children[move]?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter") {
      const option = options[active];
      if (option) choose(option);
    } else if (event.key === "Escape") close();
    else return;
    // Also keeps Escape from closing the dialog around it, and Enter from sending the form.
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className="relative">
      <input
        {...control}
        ref={(element) => {
          input.current = element;
          inputRef?.(element);
        }}
        role="combobox"
        aria-expanded={open}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={open && options[active] ? `${listId}-${active}` : undefined}
        autoComplete="off"
        dir="auto"
        placeholder={placeholder}
        value={typed ?? chosen?.label ?? ""}
        onChange={(event) => search(event.target.value)}
        onClick={(event) => {
          if (open) return;
          search("");
          event.currentTarget.select();
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          close();
          onBlur?.();
        }}
        className={classNames(inputClass("desk"), "pr-9")}
      />
      <Icon
        name="chevron"
        className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-muted"
      />
      <div
        ref={list}
        id={listId}
        role="listbox"
        tabIndex={-1}
        aria-label={placeholder}
        popover="manual"
        className="fixed inset-auto m-0 max-h-60 overflow-y-auto rounded-1 border border-line bg-surface p-1 text-ui text-ink shadow-2"
      >
        {options.map((option, index) => (
          <div
            key={option.id}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            dir="auto"
            aria-selected={index === active}
            // Before the input loses focus, which would close the list.
            onPointerDown={(event) => {
              event.preventDefault();
              choose(option);
            }}
            onPointerMove={() => setActive(index)}
            className="cursor-pointer truncate rounded-1 px-2.5 py-1.5 aria-selected:bg-nil"
          >
            {option.label}
          </div>
        ))}
        {options.length === 0 && <p className="px-2.5 py-1.5 text-muted">{loading ? "Loading..." : nothing}</p>}
      </div>
    </div>
  );
}
