// A panel from the left over a scrim: the browser's modal dialog, so focus stays inside and Escape closes.
import { type ReactNode, useEffect, useRef } from "react";

export function Drawer({
  open,
  onClose,
  label,
  children,
}: {
  open: boolean;
  onClose: () => void;
  label: string;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (open && !element?.open) element?.showModal();
    if (!open && element?.open) element.close();
  }, [open]);
  return (
    // A click on the dialog itself is a click on the scrim: the panel covers the rest of it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Escape closes it for keys
    <dialog
      ref={dialog}
      aria-label={label}
      onClose={() => open && onClose()}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className="m-0 h-dvh max-h-none w-64 max-w-[85vw] bg-ground p-0 text-ui text-ink shadow-3 backdrop:bg-scrim"
    >
      {open && children}
    </dialog>
  );
}
