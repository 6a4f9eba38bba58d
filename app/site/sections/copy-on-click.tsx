// Buttons that copy without React: islands/copy-on-click.ts listens for them.
import type { ReactNode } from "react";
import { buttonClass } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";

/** The quiet button in the corner of a terminal. `what` completes its name: "Copy commands: Create a project". */
export function CopyCorner({ text, what, className }: { text: string; what: string; className?: string }) {
  return (
    <button
      type="button"
      data-copy={text}
      className={classNames(
        "needs-script -mr-2 inline-flex min-h-7 shrink-0 items-center gap-1.5 rounded-1 px-2 hover:bg-[oklch(0.95_0.02_165/0.1)]",
        className,
      )}
    >
      <Icon name="copy" />
      <span data-copy-label="" aria-live="polite">
        Copy
      </span>
      <span className="sr-only"> {what}</span>
    </button>
  );
}

/** A button that copies a command and says so in a toast. */
export function CopyCommandButton({ command, children }: { command: string; children: ReactNode }) {
  return (
    <button
      type="button"
      data-copy={command}
      data-copied-title="Command copied"
      data-copied-text={command}
      className={buttonClass({ variant: "line", className: "needs-script" })}
    >
      <Icon name="copy" />
      {children}
    </button>
  );
}
