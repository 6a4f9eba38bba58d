// Which figure's lines are open, as the address has it: "owed", "owed next", "agreed 3", with its currency.
import { kinds, kindWords, placeWords, type Kind } from "./cash.ts";

/** The fields of the filter that a figure sets. */
export interface FigureLines {
  kind: Kind;
  /** A week from 0, or one of placeWords. */
  place?: string;
  /** Only the next 30 days. */
  next?: true;
  currency?: string;
}

export const figureText = ({ kind, place, next }: FigureLines) =>
  [kind, next ? "next" : place].filter(Boolean).join("-");

export function figureIn(params: URLSearchParams): FigureLines | null {
  const [kind, place] = (params.get("rows") ?? "").split("-") as [Kind, string | undefined];
  if (!kinds.includes(kind)) return null;
  const currency = params.get("currency");
  return { kind, ...(place === "next" ? { next: true as const } : place && { place }), ...(currency && { currency }) };
}

export function figureName({ kind, place, next, currency }: FigureLines): string {
  const when = next
    ? "the next 30 days"
    : place === undefined
      ? ""
      : place in placeWords
        ? placeWords[place as keyof typeof placeWords]
        : `week ${Number(place) + 1}`;
  return [kindWords[kind].name, when, currency].filter(Boolean).join(", ");
}
