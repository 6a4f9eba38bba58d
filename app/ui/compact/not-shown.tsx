import type { ReactNode } from "react";
import { Button, buttonClass } from "../button.tsx";
import { EmptyState } from "../empty-state.tsx";

/** In the place of a record that could not be read, with one more try, or that is gone. */
export function NotShown({
  what,
  why,
  onRetry,
  children,
}: {
  /** "inquiry". */
  what: string;
  /** Null: it could be asked for, and is not there. */
  why: string | null;
  onRetry: () => void;
  /** The way to where there are others. */
  children?: ReactNode;
}) {
  return (
    <EmptyState title={why === null ? `This ${what} no longer exists` : `Failed to load this ${what}`}>
      {why !== null && (
        <>
          <p className="text-muted">{why}</p>
          <Button variant="line" size="compact" onClick={onRetry}>
            Try again
          </Button>
        </>
      )}
      {children}
    </EmptyState>
  );
}

/** The way back to the list, on a phone, where it is not beside. */
export const paneBackClass = buttonClass({
  variant: "line",
  size: "compact",
  className: "min-h-10 border-transparent",
});
