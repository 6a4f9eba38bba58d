import { expect, test } from "vitest";
import { readOrigins } from "./view-columns.ts";

test("only the outermost query's own columns count, and braces in names do not", () => {
  const rule = `({QUERY :rtable ({RANGETBLENTRY :subquery {QUERY :targetList ({TARGETENTRY :expr {VAR :x 1} :resno 1 :resname inner :resorigtbl 7 :resorigcol 7 :resjunk false})}}) :targetList (
    {TARGETENTRY :expr {VAR :varno 1} :resno 1 :resname odd\\}name :ressortgroupref 0 :resorigtbl 16405 :resorigcol 2 :resjunk false}
    {TARGETENTRY :expr {CONST :resorigtbl 99} :resno 2 :resname one :ressortgroupref 0 :resorigtbl 0 :resorigcol 0 :resjunk false}
    {TARGETENTRY :expr {VAR :varno 1} :resno 3 :resname sort :ressortgroupref 1 :resorigtbl 16405 :resorigcol 9 :resjunk true})})`;
  expect(readOrigins(rule)).toEqual(new Map([[1, { relation: 16405, column: 2 }]]));
});
