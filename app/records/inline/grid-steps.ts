// Where keys lead in a grid of cells: rows are records, columns are fields.

export interface Place {
  row: number;
  column: number;
}
export interface Size {
  rows: number;
  columns: number;
}

const clamp = (value: number, count: number) => Math.min(Math.max(value, 0), count - 1);

/** Rows that PageUp and PageDown pass. */
const pageRows = 10;

/** The cell that a key leads to; null: not a key of the grid. Edges stop, they do not wrap. */
export function stepTo(key: string, far: boolean, { row, column }: Place, { rows, columns }: Size): Place | null {
  const to = (nextRow: number, nextColumn: number): Place => ({
    row: clamp(nextRow, rows),
    column: clamp(nextColumn, columns),
  });
  switch (key) {
    case "ArrowUp":
      return to(far ? 0 : row - 1, column);
    case "ArrowDown":
      return to(far ? rows : row + 1, column);
    case "ArrowLeft":
      return to(row, far ? 0 : column - 1);
    case "ArrowRight":
      return to(row, far ? columns : column + 1);
    case "Home":
      return to(far ? 0 : row, 0);
    case "End":
      return to(far ? rows : row, columns);
    case "PageUp":
      return to(row - pageRows, column);
    case "PageDown":
      return to(row + pageRows, column);
    default:
      return null;
  }
}

/** The next cell (or, with -1, the one before) that can be edited, row by row; null at the end. */
export function stepToEditable(
  from: Place,
  direction: 1 | -1,
  { rows, columns }: Size,
  isEditable: (column: number) => boolean,
): Place | null {
  for (let at = from.row * columns + from.column + direction; at >= 0 && at < rows * columns; at += direction) {
    const column = at % columns;
    if (isEditable(column)) return { row: Math.floor(at / columns), column };
  }
  return null;
}
