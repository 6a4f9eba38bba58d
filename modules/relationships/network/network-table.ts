// The rows of the table that the picture draws, and the same as a CSV file.
import { csvLine } from "#app/records/csv/csv-text.ts";
import { tieWord } from "../relationship.ts";
import type { Network } from "../relationships-data.ts";

export const edgeWords: Readonly<Record<string, string>> = {
  tie: "tie with one of us",
  together: "days together",
  introduced: "introduced",
  confirmed: "confirmed by one of us",
  "same company": "same company",
  "earlier company": "earlier at the same company",
};

export interface NetworkRow {
  key: string;
  from: string;
  to: string;
  about: string;
  strength: number;
  word: string;
  reason: string;
}

export function networkRows({ nodes, edges }: Network): NetworkRow[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return edges
    .flatMap(({ from, to, strength, reason }) => {
      const [a, b] = [byId.get(from), byId.get(to)];
      if (!a || !b) return [];
      return [
        {
          key: `${from} ${to}`,
          from: a.name,
          to: b.name,
          about: b.about,
          strength,
          word: tieWord(strength, 1),
          reason: edgeWords[reason] ?? reason,
        },
      ];
    })
    .toSorted((a, b) => b.strength - a.strength || a.from.localeCompare(b.from, "en") || a.to.localeCompare(b.to, "en"));
}

export const networkCsv = (rows: readonly NetworkRow[]): string[] => [
  csvLine(["Who", "Knows", "Of", "Strength", "In a word", "From"]),
  ...rows.map(({ from, to, about, strength, word, reason }) => csvLine([from, to, about, String(strength), word, reason])),
];
