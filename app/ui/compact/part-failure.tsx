import { Button } from "../button.tsx";
import { Icon } from "../icon.tsx";

/** In the place of a part that could not be had; the others stay. */
export function PartFailure({
  what,
  why,
  onRetry,
  busy,
}: {
  /** "tasks". */
  what: string;
  why: string;
  onRetry: () => void;
  busy: boolean;
}) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-2 border-b border-line bg-danger-bg px-4 py-2.5 text-danger"
    >
      <Icon name="alert" />
      <p className="min-w-0 grow basis-40">
        <b>Failed to load {what}.</b> {why}
      </p>
      <Button variant="line" size="compact" onClick={onRetry} aria-busy={busy}>
        {busy ? "Trying..." : "Try again"}
      </Button>
    </div>
  );
}
