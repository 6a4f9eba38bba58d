// All tags there are, by whose they are; typing narrows them down, Enter takes the first.
import { useState } from "react";
import { Dialog } from "#app/ui/dialog.tsx";
import { inputClass } from "#app/ui/field.tsx";
import { useTags } from "./use-tags.tsx";

export function TagPicker({ onPick, onClose }: { onPick: (path: string) => void; onClose: () => void }) {
  const [term, setTerm] = useState("");
  const allTags = useTags();
  const wanted = term.trim().toLowerCase();
  const found = allTags.filter(({ path, label, group }) => `${path} ${label} ${group}`.toLowerCase().includes(wanted));
  const groups = [...new Set(found.map(({ group }) => group))];
  return (
    <Dialog open onClose={onClose} title="Insert a tag" narrow>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (found[0]) onPick(found[0].path);
        }}
      >
        <input
          data-autofocus=""
          type="search"
          aria-label="Find a tag"
          placeholder="Find a tag"
          className={inputClass("compact")}
          value={term}
          onChange={(event) => setTerm(event.target.value)}
        />
      </form>
      <div className="mt-3 max-h-80 overflow-y-auto">
        {groups.map((group) => (
          <section key={group} aria-label={group}>
            <h3 className="pt-2 pb-1 text-xs text-muted">{group}</h3>
            <ul>
              {found
                .filter((field) => field.group === group)
                .map(({ path, label, example, may_be_empty }) => (
                  <li key={path}>
                    <button
                      type="button"
                      onClick={() => onPick(path)}
                      className="grid w-full grid-cols-[minmax(0,1fr)_minmax(0,1fr)] gap-x-3 rounded-1 px-2 py-1.5 text-left -outline-offset-2 hover:bg-nil max-sm:min-h-11"
                    >
                      <span className="font-semibold">{label}</span>
                      <span className="truncate text-caption text-muted">
                        {example}
                        {may_be_empty && ", may be empty"}
                      </span>
                    </button>
                  </li>
                ))}
            </ul>
          </section>
        ))}
        {found.length === 0 && <p className="py-2 text-muted">There is no such tag.</p>}
      </div>
    </Dialog>
  );
}
