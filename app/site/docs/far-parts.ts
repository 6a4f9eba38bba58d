// What docs.css needs to guess the height of a part that is not laid out yet.
import type { CSSProperties } from "react";

/** Of a table, without its heading. */
export const tableRows = (count: number) => ({ "--rows": count + 1 }) as CSSProperties;

export const codeLines = (count = "20") => ({ "--lines": count }) as CSSProperties;
