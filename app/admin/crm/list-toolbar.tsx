// Above a list: find field, filter, how many there are.
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useShortcut } from "#app/admin/shell/shortcuts.ts";
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
    <div className="flex grow items-center gap-2 rounded-1 border border-control bg-surface pl-2.5 focus-within:border-focus sm:max-w-80">
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
        className="min-h-8 w-full bg-transparent text-caption outline-offset-0 max-sm:min-h-10 [&::-webkit-search-cancel-button]:hidden"
      />
      {typed ? (
        <IconButton
          name="close"
          label="Clear"
          size="desk"
          className="text-[0.8rem] text-muted"
          onClick={() => find("", 0)}
        />
      ) : (
        <kbd aria-hidden="true" className="mr-2 rounded-xs border border-line px-1.25 text-[0.6875rem] text-muted">
          /
        </kbd>
      )}
    </div>
  );
}

export function TypeFilter({
  choices,
  value,
  onChange,
}: {
  choices: readonly string[];
  value: string;
  onChange: (type: string) => void;
}) {
  return (
    <label className="inline-flex min-h-8.5 items-center gap-1.5 rounded-1 border border-control bg-surface pl-3 text-caption font-[560] hover:border-ink max-sm:min-h-10.5">
      <Icon name="filter" className="size-4" />
      <span className="sr-only">Type</span>
      <select
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="min-h-8 rounded-1 bg-surface pr-1 max-sm:min-h-10"
      >
        <option value="">Type: any</option>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            Type: {choice}
          </option>
        ))}
      </select>
    </label>
  );
}

export function ListToolbar({ children, count }: { children: ReactNode; count: string }) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2.5">
      {children}
      <output className="ml-auto text-caption text-muted">{count}</output>
    </div>
  );
}
