// One CSV line. Cells that a spreadsheet would run as a formula are made text by a leading apostrophe: those that begin with one of
// its signs, in their wide form too, and those that hide it behind spaces, tabs or line breaks, which spreadsheets skip.
// A phone number and a negative amount are what they are. Apostrophes that stood before a sign already get company too: of a file
// that comes back exactly one is taken off.
const sign = "[\\s\\u00a0\\ufeff]*[=+\\-@\\uff1d\\uff0b\\uff0d\\uff20]|[\\t\\r\\n]";
const formula = new RegExp(`^(?:${sign})`);
const number = /^[+-][ (]*\d[\d ().,/-]*$/;
const neutralised = new RegExp(`^'+(?:${sign})`);

export const neutralise = (cell: string) =>
  neutralised.test(cell) || (formula.test(cell) && !number.test(cell)) ? `'${cell}` : cell;

/** Takes the apostrophe off again when a file that was exported here comes back. */
export const deneutralise = (cell: string) => (neutralised.test(cell) ? cell.slice(1) : cell);

export const csvLine = (cells: readonly string[]) =>
  `${cells
    .map(neutralise)
    .map((cell) => (/[",\r\n;\t]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(",")}\r\n`;
