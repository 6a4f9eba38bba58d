// Who is on which record, in the memory of each process: every heartbeat is heard by all of them. Someone with two windows on a
// record is there once.
import { currentMillis } from "#domain/clock.ts";
import type { Person } from "#domain/live.ts";
import { presenceMs } from "#domain/live.ts";

export interface Beat {
  table: string;
  id: string;
  tab: string;
  person: Person;
  here: boolean;
}

export interface Presence {
  note(beat: Beat): void;
  peopleOn(table: string, id: string): Person[];
  /** Forgets who was not heard of any more. */
  expire(): void;
}

/** Beyond this many windows nothing is remembered: callers are known, but their number of windows is theirs to say. */
const maxTabs = 5000;

/** `changed` is called when other people are on a record than before. */
export function createPresence(changed: (table: string, id: string) => void, now = currentMillis): Presence {
  const tabs = new Map<string, Beat & { at: number }>();
  const keyOf = ({ person, tab }: Beat) => `${person.id} ${tab}`;
  const peopleOn = (table: string, id: string): Person[] => {
    const people = new Map<string, Person>();
    for (const beat of tabs.values())
      if (beat.table === table && beat.id === id) people.set(beat.person.id, beat.person);
    return [...people.values()].toSorted((a, b) => a.name.localeCompare(b.name, "en"));
  };
  /** Does something and tells of the records on which other people are then. */
  const telling = (records: readonly Pick<Beat, "table" | "id">[], act: () => void) => {
    const namesOn = () => records.map(({ table, id }) => JSON.stringify(peopleOn(table, id)));
    const before = namesOn();
    act();
    for (const [index, names] of namesOn().entries())
      if (names !== before[index]) changed(records[index]!.table, records[index]!.id);
  };
  return {
    note(beat) {
      const key = keyOf(beat);
      const known = tabs.get(key);
      const isSame = known?.table === beat.table && known.id === beat.id;
      // A late goodbye to a record that the window has left for another.
      if (!beat.here && !isSame) return;
      if (!known && tabs.size >= maxTabs) return;
      telling(known && !isSame ? [beat, known] : [beat], () => {
        if (beat.here) tabs.set(key, { ...beat, at: now() });
        else tabs.delete(key);
      });
    },
    peopleOn,
    expire() {
      const gone = [...tabs.values()].filter(({ at }) => now() - at >= presenceMs);
      if (gone.length > 0)
        telling(gone, () => {
          for (const beat of gone) tabs.delete(keyOf(beat));
        });
    },
  };
}
