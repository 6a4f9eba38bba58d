// Sample content: thirteen invented organizations, drawn by us. Replace them with real logos, with permission.

export interface ClientLogo {
  /** A symbol in /assets/client-marks.svg, drawn in `currentColor`: show it with `<svg><use href={src} /></svg>`. */
  src: string;
  alt: string;
  name: string;
  /** How the name beside the mark is set, so that a row looks like thirteen companies. */
  lettering: { font: "display" } | { font: "sans"; weight: number; tracking: string };
}

const serif = { font: "display" } as const;
const sans = (weight: number, tracking = "0em") => ({ font: "sans", weight, tracking }) as const;
const mark = (id: string) => `/assets/client-marks.svg#${id}`;

export const clients: readonly ClientLogo[] = [
  { src: mark("ostrey"), alt: "Ostrey & Reed, law", name: "Ostrey & Reed", lettering: serif },
  { src: mark("sabler"), alt: "Sabler, food", name: "Sabler", lettering: sans(800, "-0.03em") },
  { src: mark("veldhaven"), alt: "Veldhaven, ports", name: "Veldhaven", lettering: sans(600) },
  { src: mark("quillon"), alt: "Quillon Press, publishing", name: "Quillon Press", lettering: serif },
  { src: mark("lumenroe"), alt: "Lumenroe, optics", name: "lumenroe", lettering: sans(500, "-0.01em") },
  { src: mark("norrfall"), alt: "Norrfall, energy", name: "Norrfall", lettering: sans(700, "-0.02em") },
  { src: mark("castelline"), alt: "Castelline, banking", name: "Castelline", lettering: serif },
  { src: mark("ironquay"), alt: "Ironquay, logistics", name: "IRONQUAY", lettering: sans(800, "0.02em") },
  { src: mark("meridel"), alt: "Meridel, health", name: "meridel", lettering: sans(600, "-0.03em") },
  { src: mark("pellworth"), alt: "Pellworth, insurance", name: "Pellworth", lettering: serif },
  { src: mark("tarnwick"), alt: "Tarnwick, rail", name: "TARNWICK", lettering: sans(750, "0.04em") },
  { src: mark("arcadine"), alt: "Arcadine, institute", name: "Arcadine", lettering: sans(540, "0.01em") },
  { src: mark("fennimark"), alt: "Fennimark, museum", name: "Fennimark", lettering: sans(700, "-0.01em") },
];

/** "Trusted by leaders at", in this order. */
export const trustedBy: readonly ClientLogo[] = ["castelline", "norrfall", "meridel", "tarnwick"].map((id) => {
  const client = clients.find(({ src }) => src === mark(id));
  if (!client) throw new Error(`No client has the mark ${id}`);
  return client;
});
