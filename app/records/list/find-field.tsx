import { useEffect, useRef, useState } from "react";
import { useShortcut } from "#app/ui/use-shortcut.ts";
import { Icon } from "#app/ui/icon.tsx";
import { IconButton } from "#app/ui/button.tsx";

/** Typing settles for a moment before it is searched for; Enter searches at once. */
const settleMs = 60;

export function FindField({ label, value, onFind }: { label: string; value: string; onFind: (term: string) => void }) {
  const [typed, setTyped] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const sent = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useShortcut("/", () => input.current?.focus());
  // Back, forward and "clear" change the URL; what was typed here does not come back as a change.
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setTyped(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const find = (term: string, wait: number) => {
    setTyped(term);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      sent.current = term;
      onFind(term);
    }, wait);
  };

  return (
    <div className="flex min-w-0 grow items-center gap-2 rounded-1 border border-control bg-surface pl-2.5 focus-within:border-focus sm:max-w-80 sm:basis-46">
      <Icon name="search" className="size-4 text-muted" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={200}
        dir="auto"
        value={typed}
        onChange={(event) => find(event.target.value, settleMs)}
        onKeyDown={(event) => {
          if (event.key === "Enter") find(typed, 0);
          if (event.key === "Escape" && typed) find("", 0);
        }}
        className="min-h-8 w-full min-w-0 bg-transparent text-caption outline-offset-0 max-sm:min-h-10 [&::-webkit-search-cancel-button]:hidden"
      />
      {typed ? (
        <IconButton
          name="close"
          label="Clear"
          size="compact"
          className="text-[0.8rem] text-muted"
          onClick={() => find("", 0)}
        />
      ) : (
        <kbd
          aria-hidden="true"
          className="mr-2 rounded-xs border border-line px-1.25 text-[0.6875rem] text-muted max-sm:hidden"
        >
          /
        </kbd>
      )}
    </div>
  );
}
