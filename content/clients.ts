// Sample content: thirteen invented organizations, drawn by us. Replace them with real logos, with permission.

export interface ClientLogo {
  /** The mark: one SVG path in a box of 24 by 24, filled with the colour of the text. Part of the page, so that it is there with the words. */
  src: string;
  /** What a screen reader says for mark and name together. */
  alt: string;
  name: string;
  /** How the name beside the mark is set, so that a row looks like thirteen companies. */
  lettering: { font: "display" } | { font: "sans"; weight: number; tracking: string };
}

const serif = { font: "display" } as const;
/** 540, 600 or 700: to the browser each weight at each size is a separate font, which takes a phone a few milliseconds. */
const sans = (weight: number, tracking = "0em") => ({ font: "sans", weight, tracking }) as const;

export const clients: readonly ClientLogo[] = [
  {
    src: "M9 4a8 8 0 1 0 0 16a8 8 0 0 0 0-16zm0 2a6 6 0 1 1 0 12a6 6 0 0 1 0-12zM15 4a8 8 0 1 0 0 16a8 8 0 0 0 0-16zm0 2a6 6 0 1 1 0 12a6 6 0 0 1 0-12z",
    alt: "Ostrey & Reed, law",
    name: "Ostrey & Reed",
    lettering: serif,
  },
  {
    src: "M2 12A10 10 0 0 1 12 2v10zM22 12a10 10 0 0 1-10 10V12z",
    alt: "Sabler, food",
    name: "Sabler",
    lettering: sans(700, "-0.03em"),
  },
  {
    src: "M2 12a10 10 0 0 0 20 0zM11 2h2v8h-2z",
    alt: "Veldhaven, ports",
    name: "Veldhaven",
    lettering: sans(600),
  },
  {
    src: "M12 2 22 22H2z",
    alt: "Quillon Press, publishing",
    name: "Quillon Press",
    lettering: serif,
  },
  {
    src: "M12 8a4 4 0 1 0 0 8a4 4 0 0 0 0-8zM12 2a10 10 0 1 0 0 20a10 10 0 0 0 0-20zm0 2a8 8 0 1 1 0 16a8 8 0 0 1 0-16z",
    alt: "Lumenroe, optics",
    name: "lumenroe",
    lettering: sans(540, "-0.01em"),
  },
  {
    src: "M3 3h4v18H3zM10 3h4v12h-4zM17 3h4v6h-4z",
    alt: "Norrfall, energy",
    name: "Norrfall",
    lettering: sans(700, "-0.02em"),
  },
  {
    src: "M2 21V9a10 10 0 0 1 20 0v12h-6V9a4 4 0 0 0-8 0v12z",
    alt: "Castelline, banking",
    name: "Castelline",
    lettering: serif,
  },
  {
    src: "M2 2h9v9H2zM13 13h9v9h-9zM13 2h9v9z",
    alt: "Ironquay, logistics",
    name: "IRONQUAY",
    lettering: sans(700, "0.02em"),
  },
  {
    src: "M12 2a10 10 0 0 1 0 20zM12 2a10 10 0 1 0 0 20a10 10 0 0 0 0-20zm0 2a8 8 0 1 1 0 16a8 8 0 0 1 0-16z",
    alt: "Meridel, health",
    name: "meridel",
    lettering: sans(600, "-0.03em"),
  },
  {
    src: "M4 2h8a7 7 0 0 1 0 14H8v6H4z",
    alt: "Pellworth, insurance",
    name: "Pellworth",
    lettering: serif,
  },
  {
    src: "M2 4h20v4H2zM2 16h20v4H2zM10 8h4v8h-4z",
    alt: "Tarnwick, rail",
    name: "TARNWICK",
    lettering: sans(700, "0.04em"),
  },
  {
    src: "M2 22 12 2l10 20h-5L12 12 7 22z",
    alt: "Arcadine, institute",
    name: "Arcadine",
    lettering: sans(540, "0.01em"),
  },
  {
    src: "M3 3h18v4H7v4h10v4H7v6H3z",
    alt: "Fennimark, museum",
    name: "Fennimark",
    lettering: sans(700, "-0.01em"),
  },
];

/** "Trusted by leaders at", in this order. */
export const trustedBy: readonly ClientLogo[] = ["Castelline", "Norrfall", "meridel", "TARNWICK"].map((name) => {
  const client = clients.find((candidate) => candidate.name === name);
  if (!client) throw new Error(`No client is called ${name}`);
  return client;
});
