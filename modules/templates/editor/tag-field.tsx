// Words with tags in them. A tag is a chip: one keystroke deletes it, arrow keys pass over it, a click or Enter opens its fallback.
// The element is the browser's to edit; its source is read back after each change, and redrawn only when it changed elsewhere.
import { useEffect, useEffectEvent, useImperativeHandle, useLayoutEffect, useRef } from "react";
import { classNames } from "#app/ui/class-names.ts";
import { type Piece, piecesOf, type TagPiece } from "../template-words.ts";

export interface TagFieldHandle {
  insert: (source: string) => void;
  replaceTag: (index: number, source: string) => void;
}

interface TagFieldProps {
  label: string;
  value: string;
  onChange: (source: string) => void;
  /** The n-th tag is under the cursor; null when none is. */
  onTag: (tag: { index: number; piece: TagPiece } | null) => void;
  /** "{" was typed: a tag is wanted here. */
  onBrace: () => void;
  nameOf: (path: string) => string;
  mayBeEmpty: (path: string) => boolean;
  describedBy?: string | undefined;
  multiline?: boolean;
  handle: React.Ref<TagFieldHandle>;
}

const chipClass =
  "mx-px cursor-pointer rounded-1 border border-control bg-sunken px-1.5 py-px text-caption font-[560] whitespace-nowrap before:mr-1.5 before:inline-block before:size-1.5 before:rounded-full before:bg-current before:align-[0.1em] aria-selected:outline-2 aria-selected:outline-focus";
const openClass =
  "border-dashed! border-dev! bg-dev-bg! text-dev before:bg-transparent! before:border before:border-current";

function chipFor(piece: TagPiece, { nameOf, mayBeEmpty }: Pick<TagFieldProps, "nameOf" | "mayBeEmpty">): HTMLElement {
  const chip = document.createElement("span");
  chip.contentEditable = "false";
  chip.dataset.source = piece.source;
  const isOpen = piece.kind === "value" && piece.fallback === null && mayBeEmpty(piece.path);
  chip.className = classNames(chipClass, isOpen && openClass);
  chip.textContent = piece.kind === "condition" ? piece.path : nameOf(piece.path);
  const note = document.createElement("small");
  note.className = "ml-1 text-xs font-normal text-muted";
  if (isOpen) note.className = "ml-1 text-xs font-normal";
  note.textContent = piece.fallback ? `or “${piece.fallback}”` : isOpen ? "no fallback" : "";
  if (note.textContent) chip.append(note);
  return chip;
}

/** What the element says: text as it is, chips by their source, breaks as line ends. */
function sourceOf(element: Node): string {
  let source = "";
  for (const node of element.childNodes) {
    if (node instanceof HTMLElement && node.dataset.source !== undefined) source += node.dataset.source;
    else if (node instanceof HTMLBRElement) source += node.nextSibling ? "\n" : "";
    else if (node instanceof HTMLElement) source += `${source && !source.endsWith("\n") ? "\n" : ""}${sourceOf(node)}`;
    else source += node.textContent?.replaceAll("\u00a0", " ") ?? "";
  }
  return source;
}

export function TagField(props: TagFieldProps) {
  const { label, value, onChange, onTag, onBrace, multiline = false, describedBy, handle } = props;
  const element = useRef<HTMLDivElement>(null);
  const shown = useRef<string | null>(null);
  /** Where the cursor last stood: a dialog that chooses a tag takes the focus away. */
  const cursor = useRef<Range | null>(null);
  const draw = useEffectEvent((source: string) => {
    if (!element.current) return;
    const pieces = piecesOf(source).map((piece: Piece) => (typeof piece === "string" ? piece : chipFor(piece, props)));
    // A line end at the very end is seen only when something follows it.
    element.current.replaceChildren(...pieces, ...(source.endsWith("\n") ? [document.createElement("br")] : []));
    shown.current = source;
  });
  useLayoutEffect(() => {
    if (value !== shown.current) draw(value);
  }, [value]);

  const tell = () => {
    if (!element.current) return;
    const source = sourceOf(element.current);
    const oneLine = multiline ? source : source.replaceAll("\n", " ");
    shown.current = oneLine;
    onChange(oneLine);
  };
  const chips = () => [...(element.current?.querySelectorAll<HTMLElement>("[data-source]") ?? [])];
  const select = (chip: HTMLElement | null) => {
    for (const each of chips()) each.toggleAttribute("data-at", each === chip);
    const piece = chip ? piecesOf(chip.dataset.source ?? "")[0] : undefined;
    onTag(chip && typeof piece === "object" ? { index: chips().indexOf(chip), piece } : null);
  };
  useImperativeHandle(handle, () => ({
    insert(source) {
      const field = element.current;
      const piece = piecesOf(source)[0];
      if (!field || typeof piece !== "object") return;
      const chip = chipFor(piece, props);
      const range = cursor.current;
      if (range && field.contains(range.commonAncestorContainer)) {
        range.deleteContents();
        range.insertNode(chip);
      } else field.append(chip);
      field.focus();
      getSelection()?.collapse(chip.parentNode, [...(chip.parentNode?.childNodes ?? [])].indexOf(chip) + 1);
      tell();
      select(chip);
    },
    replaceTag(index, source) {
      const old = chips()[index];
      const piece = piecesOf(source)[0];
      if (!old || typeof piece !== "object") return;
      const chip = chipFor(piece, props);
      chip.toggleAttribute("data-at", true);
      old.replaceWith(chip);
      tell();
    },
  }));
  /** The chip right before or after the cursor. */
  const beside = () => {
    const selection = getSelection();
    const field = element.current;
    if (!selection?.isCollapsed || !field?.contains(selection.anchorNode)) return null;
    const { anchorNode, anchorOffset } = selection;
    const at =
      anchorNode === field
        ? [field.childNodes[anchorOffset - 1], field.childNodes[anchorOffset]]
        : [
            anchorOffset === 0 ? anchorNode?.previousSibling : null,
            anchorOffset === (anchorNode?.textContent?.length ?? 0) ? anchorNode?.nextSibling : null,
          ];
    const chip = at.find((node) => node instanceof HTMLElement && node.dataset.source !== undefined);
    return chip instanceof HTMLElement ? chip : null;
  };
  const followCursor = useEffectEvent(() => {
    if (!element.current || document.activeElement !== element.current) return;
    const selection = getSelection();
    if (selection && selection.rangeCount > 0) cursor.current = selection.getRangeAt(0).cloneRange();
    select(beside());
  });
  useEffect(() => {
    const onSelection = () => followCursor();
    document.addEventListener("selectionchange", onSelection);
    return () => document.removeEventListener("selectionchange", onSelection);
  }, []);

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the cursor reaches a tag by arrow keys too
    <div
      ref={element}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- neither an input nor a text area can hold chips
      role="textbox"
      tabIndex={0}
      aria-label={label}
      aria-multiline={multiline}
      aria-describedby={describedBy}
      contentEditable="plaintext-only"
      suppressContentEditableWarning
      dir="auto"
      spellCheck
      onInput={tell}
      onClick={(event) => {
        const chip = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-source]") : null;
        if (!chip?.parentNode) return;
        // The cursor goes behind it: from there it is the tag under the cursor.
        getSelection()?.collapse(chip.parentNode, [...chip.parentNode.childNodes].indexOf(chip) + 1);
        select(chip);
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" && !multiline) event.preventDefault();
        if (event.key !== "{" || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        onBrace();
      }}
      className={classNames(
        "w-full text-left text-ui leading-[1.75] wrap-anywhere whitespace-pre-wrap **:data-at:outline-2 **:data-at:outline-focus",
        multiline
          ? "min-h-56 px-3.5 pt-3 pb-4 -outline-offset-2"
          : "rounded-1 border border-control px-2.75 py-1 hover:border-ink",
      )}
    />
  );
}
