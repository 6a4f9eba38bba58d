// The rows of the table that the picture draws.
import { type Network, tieWord } from "../relationship.ts";

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
    .toSorted(
      (a, b) => b.strength - a.strength || a.from.localeCompare(b.from, "en") || a.to.localeCompare(b.to, "en"),
    );
}
