// Below a list whose pages have a fixed size: one back, one on.
import { Button } from "#app/ui/button.tsx";

export function PageTurner({
  page,
  pages,
  words = ["Newer", "Older"],
  onTurn,
}: {
  page: number;
  pages: number;
  /** Of the way back and of the way on. */
  words?: readonly [string, string];
  onTurn: (page: number) => void;
}) {
  if (pages <= 1) return null;
  return (
    <nav aria-label="Pages" className="flex items-center justify-between gap-3 border-t border-line px-4 py-2.5">
      <Button variant="line" size="compact" disabled={page <= 1} onClick={() => onTurn(page - 1)}>
        {words[0]}
      </Button>
      <span className="text-caption text-muted">
        Page {page} of {pages}
      </span>
      <Button variant="line" size="compact" disabled={page >= pages} onClick={() => onTurn(page + 1)}>
        {words[1]}
      </Button>
    </nav>
  );
}
