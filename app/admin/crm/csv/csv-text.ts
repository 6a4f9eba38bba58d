// One CSV line. Cells that a spreadsheet would run as a formula are made text by a leading apostrophe.
// Apostrophes that stood before one already get company too: of a file that comes back exactly one is taken off.
const formula = /^'*[=+\-@\t\r]/;

export const neutralise = (cell: string) => (formula.test(cell) ? `'${cell}` : cell);

/** Takes the apostrophe off again when a file that was exported here comes back. */
export const deneutralise = (cell: string) => (/^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell);

export const csvLine = (cells: readonly string[]) =>
  `${cells
    .map(neutralise)
    .map((cell) => (/[",\r\n;\t]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(",")}\r\n`;
