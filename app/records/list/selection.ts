// Which records of a list are selected: some by hand, or all that match.
import { useRef, useState } from "react";
import type { ListView } from "./list-view.ts";

/** By id, with the name that a question about one of them needs. */
export type SelectedRecords = ReadonlyMap<string, string>;

export interface Row {
  id: string;
  title: string;
}

const none: SelectedRecords = new Map();

export function useSelection(view: ListView, rows: readonly Row[]) {
  const [selected, setSelected] = useState(none);
  // All that match this search and these filters; another search ends it, another page does not.
  const narrowing = JSON.stringify([view.search, view.filter, view.archived, view.from]);
  const [allOf, setAllOf] = useState<string | null>(null);
  const all = allOf === narrowing;
  const anchor = useRef<string | null>(null);

  const mark = (some: readonly Row[], on: boolean) => {
    setAllOf(null);
    setSelected((old) => {
      const next = new Map(all ? rows.map(({ id, title }) => [id, title]) : old);
      for (const { id, title } of some) {
        if (on) next.set(id, title);
        else next.delete(id);
      }
      return next;
    });
  };
  return {
    all,
    selected,
    has: (id: string) => all || selected.has(id),
    mark,
    /** One box; with Shift everything from the box before to this one. */
    toggle: (id: string, on: boolean, range: boolean) => {
      const [from, to] = [anchor.current, id].map((each) => rows.findIndex((row) => row.id === each));
      anchor.current = id;
      if (from === undefined || to === undefined || from < 0 || !range)
        mark(
          rows.filter((row) => row.id === id),
          on,
        );
      else mark(rows.slice(Math.min(from, to), Math.max(from, to) + 1), on);
    },
    selectAll: () => setAllOf(narrowing),
    clear: () => {
      setAllOf(null);
      setSelected(none);
    },
  };
}

export type Selection = ReturnType<typeof useSelection>;
