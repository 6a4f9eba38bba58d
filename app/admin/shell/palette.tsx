// The command palette is loaded when it is first asked for. What is typed until it is there belongs to it.
import { lazy, Suspense, useLayoutEffect, useRef } from "react";

const CommandPalette = lazy(() => import("./command-palette.tsx"));

export function Palette({
  onClose,
  onQuickAction,
}: {
  onClose: () => void;
  /** By its name (quick-actions.tsx). */
  onQuickAction: (name: string) => void;
}) {
  const typed = useRef("");
  return (
    <Suspense fallback={<TypedAhead onType={(change) => (typed.current = change(typed.current))} onEscape={onClose} />}>
      <CommandPalette typedAhead={typed} onClose={onClose} onQuickAction={onQuickAction} />
    </Suspense>
  );
}

function TypedAhead({
  onType,
  onEscape,
}: {
  onType: (change: (typed: string) => string) => void;
  onEscape: () => void;
}) {
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Escape") onEscape();
      else if (event.key === "Backspace") onType((typed) => typed.slice(0, -1));
      else if (event.key.length === 1) onType((typed) => typed + event.key);
      else return;
      // Before anyone else, or a letter would do what it does as a shortcut.
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    window.addEventListener("keydown", onKeyDown, true);
    return () => window.removeEventListener("keydown", onKeyDown, true);
  });
  return <output className="sr-only">Loading...</output>;
}
