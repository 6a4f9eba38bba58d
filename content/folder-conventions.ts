// Where files go in document storage and in the data folder. Folders carry the account's name, not its id.
export const folders = [
  { id: "drafts", name: "Drafts", path: "/GV/Drafts/{asset}/", condition: null },
  { id: "proposals", name: "Account proposals", path: "/GV/{Account}/Proposals/", condition: null },
  { id: "documents", name: "Documents", path: "/GV/{Account}/Documents/", condition: null },
  { id: "templates", name: "Templates", path: "/GV/Templates/", condition: null },
  { id: "published", name: "Published", path: "/GV/Published/{date}/", condition: "requires auto publish true" },
] as const;

/** What the folders are named after. */
export const namedAfter = { table: "accounts", one: "account" } as const;

export type FolderId = (typeof folders)[number]["id"];

const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i;
// What file systems refuse or read as structure, control characters, and marks that turn the reading direction.
// oxlint-disable-next-line no-control-regex -- control characters are what it removes
const unsafe = /[/\\:*?"<>|\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;

/** Counted in UTF-8, as file systems do; it leaves room for a number and an ending within their 255. */
const longestName = 200;
const bytesOf = (character: string) => {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
};

/** At most so many characters and bytes from the start, whole characters only. */
function shortened(name: string, characters: number, bytes: number): string {
  let length = 0;
  const kept = [...name].slice(0, characters).filter((character) => (length += bytesOf(character)) <= bytes);
  return kept.join("");
}

/** A name that is one folder or file name everywhere: no separators, no leading or trailing dots, at most 80 characters. */
export function pathSafe(name: string): string {
  const cleaned = name.normalize("NFC").replace(unsafe, "-").replace(/\s+/g, " ");
  const trimmed = shortened(cleaned, 80, longestName).replace(/^[\s.-]+|[\s.-]+$/g, "");
  if (trimmed === "") return "Unnamed";
  return reserved.test(trimmed) ? `${trimmed}_` : trimmed;
}

/** The folder with its names filled in: folderPath("proposals", { Account: "Ostrey & Reed" }). */
export function folderPath(id: FolderId, names: { asset?: string; Account?: string; date?: string }): string {
  const folder = folders.find((candidate) => candidate.id === id)!;
  return folder.path.replace(/\{(asset|Account|date)\}/g, (_, key: "asset" | "Account" | "date") =>
    pathSafe(names[key] ?? ""),
  );
}
