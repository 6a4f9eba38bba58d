import { expect, test } from "vitest";
import { pruneCss } from "./prune-css.ts";

const prune = (css: string, ...used: string[]) => pruneCss(css, (name) => used.includes(name));

test("rules for classes that are not there go, the others stay", () => {
  expect(prune(".a{color:red}.b{color:blue}p{margin:0}", "a")).toBe(".a{color:red}p{margin:0}");
});

test("of a list of selectors only those that can match stay", () => {
  expect(prune(".a .b,.a>p,.b{color:red}", "a")).toBe(".a>p{color:red}");
});

test("what stands inside :not(), :has() and :where() keeps its rule", () => {
  const css = ".a:not(.b),.a:has(.c .f),.a:where(.d,.e *){color:red}";
  expect(prune(css, "a")).toContain(":not(.b)");
  expect(prune(css, "a")).toContain(":has(.c .f)");
  expect(prune(css, "a")).toContain(":where(.d,.e *)");
});

test("escaped names and media queries are understood", () => {
  const css = "@media (width>=40rem){.sm\\:pt-\\[1\\.5rem\\]{padding-top:1.5rem}.md\\:x{color:red}}";
  expect(prune(css, "sm:pt-[1.5rem]")).toBe("@media (width>=40rem){.sm\\:pt-\\[1\\.5rem\\]{padding-top:1.5rem}}");
});

test("variables nobody reads go with their registrations, also those read only by each other", () => {
  const css =
    "@property --x{syntax:'*';inherits:false}@property --y{syntax:'*';inherits:false}:root{--p:1px;--q:var(--p);--r:2px}" +
    ".a{margin:var(--r);--x:1}.b{margin:var(--q);--y:1;padding:var(--y)}";
  expect(prune(css, "a")).toBe(":root{--r:2px}.a{margin:var(--r)}");
});

test("strings, addresses and nested at-rules come through unharmed", () => {
  const css =
    '@layer a,b;@layer a{@media print{.a:after{content:"};{"}.b{color:red}}}@font-face{src:url(/a.woff2)format("woff2")}' +
    "@keyframes k{0%{opacity:0}to{opacity:1}}";
  expect(prune(css, "a")).toBe(css.replace(".b{color:red}", ""));
});
