import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import type { IconName } from "./icon.tsx";

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
    />
  );
}
