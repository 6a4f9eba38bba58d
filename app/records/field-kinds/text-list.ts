// Several words in one text: "Red; Blue" in forms, addresses and CSV files; a list in the column.

export const separator = ";";

export const partsOf = (text: string): string[] => [
  ...new Map(
    text
      .split(separator)
      .map((part) => part.trim())
      .filter(Boolean)
      .map((part) => [part.toLowerCase(), part]),
  ).values(),
];

export const joined = (parts: readonly string[]) => parts.join(`${separator} `);

/** What a column of several words holds. */
export const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
