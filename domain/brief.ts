// A brief: what is known about something, in an order to read it in. Shown as a preview, written as Markdown and as PDF.
export interface Brief {
  title: string;
  facts: { label: string; value: string }[];
  sections: {
    heading: string;
    lines: string[];
    /** As a list; otherwise each line is a paragraph. */ list?: boolean;
  }[];
}

const none = "None";

/** Text that someone typed stays text: nothing in it becomes a heading, a list or its own link. */
const plain = (text: string) =>
  text
    .replace(/[\\`*_[\]<>|~]/g, "\\$&")
    .replace(/^(\s*)([#+=-])/gm, "$1\\$2")
    .replace(/^(\s*\d+)([.)])/gm, "$1\\$2");

export function briefAsMarkdown({ title, facts, sections }: Brief): string {
  const parts = [
    `# ${plain(title)}`,
    facts.map(({ label, value }) => `- ${label}: ${plain(value) || none}`).join("\n"),
    ...sections.flatMap(({ heading, lines, list }) => [
      `## ${heading}`,
      lines.map((line) => (list ? `- ${plain(line)}` : plain(line))).join(list ? "\n" : "\n\n") || none,
    ]),
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}
