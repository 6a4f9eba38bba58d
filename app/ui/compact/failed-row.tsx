import type { ReactNode } from "react";
import { Button } from "../button.tsx";
import { Icon } from "../icon.tsx";

/** At the top of a panel whose rows could not be read: what failed, what still works, and one more try. */
export function FailedRow({
  what,
  why,
  children,
  onRetry,
}: {
  /** "the outbox". */
  what: string;
  why: string;
  /** What still works, and how old the rows below are. */
  children?: ReactNode;
  onRetry: () => void;
}) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 border-b border-line bg-danger-bg px-4 py-3 text-danger"
    >
      <Icon name="alert" />
      <p className="min-w-0 flex-1 basis-44">
        <b className="font-semibold">Failed to load {what}.</b> {/[.!?]$/.test(why) ? why : `${why}.`} {children}
      </p>
      <Button variant="line" size="compact" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
