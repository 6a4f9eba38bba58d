// Colours code at build. Tokens get class names instead of inline styles: smaller pages, colours in one style sheet.
import type { RehypeShikiOptions } from "@shikijs/rehype";
import type { ShikiTransformer, ThemeRegistration } from "shiki";

const scopes: Record<string, string[]> = {
  "code-note": ["comment", "punctuation.definition.comment", "meta.output.shell-session"],
  "code-prompt": ["punctuation.separator.prompt.shell-session"],
  "code-string": ["string", "punctuation.definition.string"],
  "code-keyword": ["keyword", "storage", "constant.language", "variable.language"],
  "code-value": ["constant.numeric", "support.type", "entity.name.type", "entity.other.inherited-class"],
  "code-quiet": ["punctuation", "keyword.operator", "meta.brace"],
};

const theme: ThemeRegistration = {
  name: "terminal",
  type: "dark",
  colors: { "editor.background": "transparent", "editor.foreground": "inherit" },
  settings: Object.entries(scopes).map(([name, scope]) => ({ scope, settings: { foreground: `var(--${name})` } })),
};

/** `{2,5-7}` in the fence marks those lines. */
function markedLines(meta: string): Set<number> {
  const list = /\{([\d,-]+)\}/.exec(meta)?.[1]?.split(",") ?? [];
  return new Set(
    list.flatMap((part) => {
      const [from = 0, to = from] = part.split("-").map(Number);
      return Array.from({ length: to - from + 1 }, (_, index) => from + index);
    }),
  );
}

/** What the copy button takes: of a session only what was typed. */
export const copyText = (source: string, language: string) =>
  language === "console"
    ? source
        .split("\n")
        .filter((line) => line.startsWith("$ "))
        .map((line) => line.slice(2))
        .join("\n")
    : source.trimEnd();

type ElementContent = Parameters<NonNullable<ShikiTransformer["span"]>>[0]["children"][number];

/** Phones wrap typed lines; a hyphen inside a flag or an id is no place to do it. */
function keepWordsWhole(node: ElementContent): ElementContent[] {
  if (node.type !== "text") return [node];
  return node.value.split(/(\S*-\S*)/).map((value) =>
    value.includes("-")
      ? {
          type: "element",
          tagName: "span",
          properties: { className: ["whole"] },
          children: [{ type: "text", value }],
        }
      : { type: "text", value },
  );
}

const classesInsteadOfStyles: ShikiTransformer = {
  name: "classes-instead-of-styles",
  pre(node) {
    const meta = this.options.meta?.__raw ?? "";
    node.properties = {
      "data-language": this.options.lang,
      "data-title": /title="([^"]+)"/.exec(meta)?.[1],
      "data-copy-text": copyText(this.source, this.options.lang),
    };
  },
  line(node, number) {
    node.properties.className = markedLines(this.options.meta?.__raw ?? "").has(number)
      ? ["line", "line-marked"]
      : ["line"];
    delete node.properties.class;
  },
  span(node) {
    const token = /var\(--(code-[a-z]+)\)/.exec(String(node.properties.style ?? ""))?.[1];
    node.properties = token ? { className: [token] } : {};
    if (this.options.lang === "console") node.children = node.children.flatMap(keepWordsWhole);
  },
};

export const highlightOptions: RehypeShikiOptions = {
  theme,
  langs: ["ts", "console", "yaml", "md"],
  // The default gives up on a line after half a second; a busy machine would then build other pages than a quiet one.
  tokenizeTimeLimit: 0,
  transformers: [classesInsteadOfStyles],
};
