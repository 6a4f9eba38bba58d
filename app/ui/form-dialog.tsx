import type { KeyboardEvent, ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import type { IconName } from "./icon.tsx";

/** Enter in a line of text goes ahead, as it does in a form; where it chooses from a list, or a form is inside, it is theirs. */
const isEnterInLine = (event: KeyboardEvent<HTMLElement>) =>
  event.key === "Enter" &&
  !(event.defaultPrevented || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) &&
  event.target instanceof HTMLInputElement &&
  !["checkbox", "radio", "file", "button", "submit", "color"].includes(event.target.type) &&
  event.target.getAttribute("role") !== "combobox" &&
  !event.target.form &&
  event.target.closest("dialog") === event.currentTarget.closest("dialog");

/** A dialog with two ways out: leave everything as it is, or go ahead. */
export function FormDialog({
  open = true,
  busy = false,
  onClose,
  keep = "Cancel",
  confirm,
  onConfirm,
  form,
  icon,
  danger = false,
  blocked = false,
  autofocus,
  shortcut,
  children,
  ...dialog
}: {
  open?: boolean;
  onClose: () => void;
  title: string;
  narrow?: boolean;
  /** Being done: both ways out are closed until it is. */
  busy?: boolean;
  /** The button that leaves everything as it is. */
  keep?: ReactNode;
  /** The button that goes ahead. */
  confirm: ReactNode;
  onConfirm?: () => unknown;
  /** The id of the form among the children that `confirm` submits, in place of `onConfirm`. */
  form?: string;
  icon?: IconName;
  danger?: boolean;
  /** Something is missing before one can go ahead. */
  blocked?: boolean;
  autofocus?: "keep" | "confirm";
  /** The keys that go ahead as well: "Ctrl+Enter". */
  shortcut?: string;
  children: ReactNode;
}) {
  return (
    <Dialog
      {...dialog}
      {...{ open, busy, onClose }}
      footer={
        <>
          <Button
            variant="line"
            size="dialog"
            disabled={busy}
            onClick={onClose}
            {...(autofocus === "keep" && { "data-autofocus": "" })}
          >
            {keep}
          </Button>
          <Button
            {...(form ? { type: "submit", form } : { onClick: onConfirm })}
            variant={danger ? "danger" : "solid"}
            size="dialog"
            disabled={busy || blocked}
            title={shortcut}
            {...(icon && { icon })}
            {...(autofocus === "confirm" && { "data-autofocus": "" })}
          >
            {confirm}
          </Button>
        </>
      }
    >
      {onConfirm && !danger ? (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the key is of the fields inside
        <div
          onKeyDown={(event) => {
            if (busy || blocked || !isEnterInLine(event)) return;
            event.preventDefault();
            onConfirm();
          }}
        >
          {children}
        </div>
      ) : (
        children
      )}
    </Dialog>
  );
}
