import { expect, test } from "vitest";
import { pruneStyles } from "./prune-styles.ts";

const prune = (css: string, classes = "", scripts = "") => pruneStyles(css, `<p class="${classes}">`, scripts);

test("rules for classes that are not there go, the others stay", () => {
  expect(prune(".a{color:red}.b{color:#00f}p{margin:0}", "a")).toBe(".a{color:red}p{margin:0}");
});

test("a class that a script names stays", () => {
  expect(prune(".a{color:red}.b{color:#00f}", "", 'x.className="a c"')).toBe(".a{color:red}");
});

test("what stands inside :not() and :has() decides nothing", () => {
  const css = ".a:not(.b),.a:has(.c .f){color:red}";
  expect(prune(css, "a")).toBe(css);
});

test("states and attributes decide nothing, elements do", () => {
  const css = ":focus-visible{top:0}[hidden]{display:none}[data-theme=dark] *{color:red}";
  expect(prune(`${css}p>table{color:red}`)).toBe(css);
});

test("of a list of selectors only those that can match stay", () => {
  expect(prune(".a .b,.a>p,.b{color:red}", "a")).toBe(".a>p{color:red}");
});

test("escaped names and media queries are understood, also as markup writes them", () => {
  const css =
    "@media (width>=40rem){.sm\\:pt-\\[1\\.5rem\\]{padding-top:1.5rem}.\\[\\&\\>p\\]\\:m-0>p{margin:0}.x{color:red}}";
  expect(prune(css, "sm:pt-[1.5rem] [&amp;&gt;p]:m-0")).toBe(css.replace(".x{color:red}", ""));
});

test("custom properties nobody reads go with their registrations, also those read only by each other", () => {
  const css =
    '@property --x{syntax:"*";inherits:false}@property --y{syntax:"*";inherits:false}:root{--p:1px;--q:var(--p);--r:2px;--s:3px}' +
    ".a{margin:var(--r);--x:1}.b{margin:var(--q);--y:1;padding:var(--y)}";
  expect(prune(css, "a", "left:var(--s)")).toBe(":root{--r:2px;--s:3px}.a{margin:var(--r)}");
});

test("animations without a use go", () => {
  const css = "@keyframes one{to{top:0}}@keyframes two{to{top:0}}p{animation:1s two}";
  expect(prune(css)).toBe(css.replace("@keyframes one{to{top:0}}", ""));
});
