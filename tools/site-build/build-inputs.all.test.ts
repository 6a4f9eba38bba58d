import { test } from "vitest";
import { inputFiles } from "./build-inputs.mjs";
import { asksForABuild, copiedInputs } from "./inputs-for-tests.ts";

const root = copiedInputs();

test.each(inputFiles().filter((file) => /^(?:tools\/site-build\/(?:site-files\/.+|[^/]+)|[^/]+)$/.test(file)))(
  "a change in %s asks for a build; taking it back does not",
  (file) => asksForABuild(root, file),
);
