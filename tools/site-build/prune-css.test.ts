import { expect, test } from "vitest";
import { type Page, pruneCss } from "./prune-css.ts";

const anyPage: Page = { hasClass: () => true, hasElement: () => true, variables: new Set(), text: "" };
const prune = (css: string, ...used: string[]) =>
  pruneCss(css, { ...anyPage, hasClass: (name) => used.includes(name) });
const pruneFor = (css: string, ...elements: string[]) =>
  pruneCss(css, { ...anyPage, hasElement: (name) => elements.includes(name) });

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
    "@keyframes k{0%{opacity:0}to{opacity:1}}p{animation:k 1s}";
  expect(prune(css, "a")).toBe(css.replace(".b{color:red}", ""));
});

test("rules for elements that are not there go", () => {
  expect(pruneFor("p,table{margin:0}.a>td{color:red}a:hover{color:blue}b{color:red}", "p", "a")).toBe(
    "p{margin:0}a:hover{color:blue}",
  );
});

test("words inside class names, attributes and functions are not elements", () => {
  const css =
    ".transition-\\[translate\\,opacity\\]{color:red}.\\[\\&\\>td\\]\\:mt-1{color:red}[data-theme=dark] *{color:red}" +
    ":where(table) p{color:red}p:not(b){color:red}:root,*,::backdrop{color:red}";
  expect(pruneFor(css, "p")).toBe(css);
});

test("parts of form fields go with the last form field", () => {
  const css =
    "::placeholder{color:red}::-webkit-datetime-edit{padding:0}::file-selector-button{margin:0}::before{top:0}";
  expect(pruneFor(css, "p")).toBe("::before{top:0}");
  expect(pruneFor(css, "textarea")).toBe(css);
});

test("a fallback goes where the root sets the variable, and stays where something takes it away", () => {
  const css = ":root{--a:1px;--b:2px;--c:3px}@property --b{syntax:'*';inherits:false}.x{--c:initial}";
  expect(prune(`${css}p{margin:var(--a,calc(1px + (2px)));top:var(--b,3px) var(--c,4px) var(--d,5px)}`, "x")).toBe(
    `${css}p{margin:var(--a);top:var(--b,3px) var(--c,4px) var(--d,5px)}`,
  );
});

test("animations without a use go, fonts for letters that do not occur too", () => {
  const css =
    "@font-face{font-family:H;unicode-range:U+590-5FF,U+2010}@font-face{font-family:L}@keyframes one{to{top:0}}" +
    "@keyframes two{to{top:0}}p{animation:two 1s}";
  expect(pruneCss(css, { ...anyPage, text: "plain \u2010" })).toBe(
    "@font-face{font-family:L}@keyframes two{to{top:0}}p{animation:two 1s}",
  );
  expect(pruneCss(css, { ...anyPage, text: "\u05d0" })).toContain("font-family:H");
});
