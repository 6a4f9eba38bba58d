import { BaseSequencer } from "vitest/node";
import type { TestSpecification } from "vitest/node";

/** Runs the named test files first, in this order, so that no worker is left alone with a long one at the end. */
export const longestFirst = (names: readonly string[]) => {
  const place = ({ moduleId }: TestSpecification) => {
    const index = names.findIndex((name) => moduleId.includes(`/${name}.`));
    return index < 0 ? names.length : index;
  };
  return class LongestFirst extends BaseSequencer {
    override async sort(files: TestSpecification[]) {
      return files.toSorted((a, b) => place(a) - place(b));
    }
  };
};
