// The browser's own modal dialog: it keeps focus inside, makes the page behind inert and gives focus back.
import { type ReactNode, useLayoutEffect, useId, useRef } from "react";
import { IconButton } from "./button.tsx";
import { classNames } from "./class-names.ts";

/** The dialogs that are open, the topmost last. */
const stack: HTMLDialogElement[] = [];

function putOnTop(element: HTMLDialogElement) {
  element.close();
  element.showModal();
  element
    .querySelector<HTMLElement>("[data-autofocus], input:not([type=hidden]):enabled, select:enabled, textarea:enabled")
    ?.focus();
}

function show(element: HTMLDialogElement) {
  stack.push(element);
  putOnTop(element);
  return () => {
    stack.splice(stack.indexOf(element), 1);
    element.close();
  };
}

/** In its old place: below those that lay above it. */
const showAgain = (element: HTMLDialogElement) => stack.slice(stack.indexOf(element)).forEach(putOnTop);

/** Contents exist only while open, so a form starts fresh each time. While `busy`, Escape and the cross do nothing. */
export function Dialog({
  open,
  onClose,
  title,
  children,
  footer,
  busy = false,
  narrow = false,
  wide = false,
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  footer?: ReactNode;
  busy?: boolean;
  narrow?: boolean;
  wide?: boolean;
}) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);

  // Opened with the same stroke that renders it, so that a late close event finds it open.
  useLayoutEffect(() => (open && dialog.current ? show(dialog.current) : undefined), [open]);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        if (!busy) onClose();
      }}
      // Told late: by then the dialog may have been opened again. A browser closes it without asking at the second Escape
      // in a row; whether it closes is still for the page to say, so it is shown until the page does.
      onClose={({ currentTarget }) => {
        if (!open || currentTarget.open) return;
        showAgain(currentTarget);
        if (!busy) onClose();
      }}
      className={classNames(
        "m-auto max-h-[calc(100dvh-2rem)] overflow-y-auto rounded-2 rounded-br-turn-dialog border border-line bg-surface p-0 text-ui text-ink shadow-3 backdrop:bg-scrim",
        narrow
          ? "w-[min(26rem,calc(100vw-2rem))]"
          : wide
            ? "w-[min(44rem,calc(100vw-2rem))]"
            : "w-[min(34rem,calc(100vw-2rem))]",
        "max-sm:mb-0 max-sm:w-screen max-sm:max-w-full max-sm:rounded-3 max-sm:rounded-b-none",
      )}
    >
      {open && (
        <>
          <header className="flex items-center justify-between pt-4 pr-3 pb-3 pl-6">
            <h2 id={id} className="serif text-2xl leading-[1.2] tracking-[-0.015em]">
              {title}
            </h2>
            <IconButton name="close" label="Close" size="compact" onClick={onClose} disabled={busy} />
          </header>
          <div className="px-6 pt-1 pb-5">{children}</div>
          {footer && (
            // The ways out stay in sight, however long the form is.
            <footer className="sticky bottom-0 z-10 flex justify-end gap-2 bg-surface px-6 pt-3.5 pb-5">
              {footer}
            </footer>
          )}
        </>
      )}
    </dialog>
  );
}
