// The tools, in the order of the tools page. A tool without a link is not clickable anywhere.

export type ToolStatus = "Live" | "Beta" | "In Development" | "Coming Soon";

export interface Tool {
  title: string;
  description: string;
  link?: string;
  icon: "stack" | "export" | "book" | "translate" | "letter";
  status: ToolStatus;
  category: "Infrastructure" | "Tool" | "Platform" | "Growth";
}

export const tools: readonly Tool[] = [
  {
    title: "Bootable",
    description:
      "Infrastructure tools for AI agents: a workbench to start them in, memory they share, limits they keep.",
    link: "/tools/bootable",
    icon: "stack",
    status: "In Development",
    category: "Infrastructure",
  },
  {
    title: "GPT Extender Lite",
    description: "A browser extension that saves a whole chat session as a text file.",
    link: "/tools/gpt-extender-lite",
    icon: "export",
    status: "Live",
    category: "Tool",
  },
  {
    title: "BookDev",
    description: "Develops a book with its author, from definition to edited manuscript.",
    link: "/bookdev",
    icon: "book",
    status: "Live",
    category: "Platform",
  },
  {
    title: "Bavl",
    description: "Translates Hebrew to English and shows the readings it rejected.",
    link: "/tools/bavl",
    icon: "translate",
    status: "Beta",
    category: "Tool",
  },
  {
    title: "lttr",
    description: "Letters to the people you mean to keep in touch with, written by you and sent on time.",
    icon: "letter",
    status: "In Development",
    category: "Growth",
  },
];

/** GPT Extender Lite: what it costs and weighs, where it works, and how to get the money back. Sample content. */
export const extender = {
  price: "$5",
  priceNumber: "5.00",
  currency: "USD",
  size: "<50KB",
  worksIn: "Chrome, Edge, Brave and Firefox on a computer. Safari and phones are not supported.",
  reads: "ChatGPT, Claude and Gemini in the browser, in any language they answer in.",
  refund: "Your $5 back within 30 days, without a reason. Write to support; you keep the files you exported.",
  updates: "Included. When a chat product changes its page, an update usually follows within a week.",
} as const;
