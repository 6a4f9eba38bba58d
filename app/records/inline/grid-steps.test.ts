import { describe, expect, test } from "vitest";
import { stepTo, stepToEditable } from "./grid-steps.ts";

const size = { rows: 3, columns: 4 };
const at = (row: number, column: number) => ({ row, column });

describe("records 6: keys move through the cells of a list", () => {
  test("records 6: arrows step and stop at the edges", () => {
    expect(stepTo("ArrowRight", false, at(0, 0), size)).toEqual(at(0, 1));
    expect(stepTo("ArrowLeft", false, at(0, 0), size)).toEqual(at(0, 0));
    expect(stepTo("ArrowDown", false, at(2, 1), size)).toEqual(at(2, 1));
    expect(stepTo("ArrowUp", false, at(2, 1), size)).toEqual(at(1, 1));
  });

  test("records 6: Home, End and Ctrl lead to the ends of a row and of the list", () => {
    expect(stepTo("End", false, at(1, 1), size)).toEqual(at(1, 3));
    expect(stepTo("Home", true, at(1, 1), size)).toEqual(at(0, 0));
    expect(stepTo("End", true, at(1, 1), size)).toEqual(at(2, 3));
    expect(stepTo("ArrowDown", true, at(0, 2), size)).toEqual(at(2, 2));
    expect(stepTo("PageDown", false, at(0, 2), size)).toEqual(at(2, 2));
    expect(stepTo("x", false, at(0, 2), size)).toBeNull();
  });

  test("records 6: Tab goes from one editable cell to the next, over the end of a row, and stops at the last", () => {
    const isEditable = (column: number) => column === 0 || column === 2;
    expect(stepToEditable(at(0, 0), 1, size, isEditable)).toEqual(at(0, 2));
    expect(stepToEditable(at(0, 2), 1, size, isEditable)).toEqual(at(1, 0));
    expect(stepToEditable(at(1, 0), -1, size, isEditable)).toEqual(at(0, 2));
    expect(stepToEditable(at(2, 2), 1, size, isEditable)).toBeNull();
    expect(stepToEditable(at(0, 0), -1, size, isEditable)).toBeNull();
  });
});
