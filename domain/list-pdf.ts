/** How many rows a PDF of a list holds; laying out more takes longer than people wait, and no one reads it. */
export const maxPdfRows = 2000;
/** More are not read on a page. */
export const maxPdfColumns = 24;
