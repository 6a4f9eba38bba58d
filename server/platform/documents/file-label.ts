// The name of a file as people see it. It is a label: stored and shown as text, and no path is ever made of it.

// Control characters, and marks that turn the reading direction: "invoice\u202efdp.exe" reads as "invoiceexe.pdf".
const unseen = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu;
const maxCharacters = 200;

/** Whatever was typed or sent, as one line of at most 200 characters; a long name keeps its ending. */
export function fileLabel(name: string): string {
  const clean = name.toWellFormed().normalize("NFC").replaceAll(unseen, "").trim();
  if (clean === "") return "Unnamed";
  const characters = [...clean];
  if (characters.length <= maxCharacters) return clean;
  const [ending = ""] = /\.[^.\s]{1,10}$/.exec(clean) ?? [];
  return characters.slice(0, maxCharacters - ending.length).join("") + ending;
}
