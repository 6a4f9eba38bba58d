// The server writes lines by the same rule.
export { csvLine, deneutralise, neutralise } from "#domain/csv-text.ts";
