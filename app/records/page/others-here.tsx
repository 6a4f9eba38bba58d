// Who else is on this record now: a disc with initials for each, at the record's head.
import { usePresence } from "#app/lib/use-live.ts";
import { initialsOf } from "../field-kinds/person.tsx";
import { useRecordsContext } from "../records-context.ts";

const maxDiscs = 4;

export function OthersHere({ table, id }: { table: string; id: string }) {
  const { userId } = useRecordsContext();
  const others = usePresence(table, id).filter((person) => person.id !== userId);
  const names = others.map(({ name }) => name || "Someone");
  const more = others.length - maxDiscs;
  return (
    // Always there: screen readers tell of what appears in it.
    <output className="flex items-center empty:-mr-2 print:hidden" aria-live="polite">
      {others.length > 0 && <span className="sr-only">Also here: {names.join(", ")}</span>}
      {others.slice(0, maxDiscs).map((person, index) => (
        <span
          key={person.id}
          aria-hidden="true"
          title={`${names[index]} is here, too`}
          className="-ml-1.5 grid size-7.5 shrink-0 place-items-center rounded-full border-2 border-surface bg-live-bg text-[0.6875rem] font-[650] text-live first-of-type:ml-0"
        >
          {initialsOf(names[index] ?? "")}
        </span>
      ))}
      {more > 0 && (
        <span aria-hidden="true" title={names.slice(maxDiscs).join(", ")} className="ml-1.5 text-caption text-muted">
          +{more}
        </span>
      )}
    </output>
  );
}
