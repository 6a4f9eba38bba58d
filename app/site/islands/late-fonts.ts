// On a slow line the page is first drawn in the substitutes, and nothing may move once it is read (docs/decisions/083). When our
// fonts are there at last, they are shown wherever that moves nothing: text above the lower edge of the window keeps its
// substitute where it would break differently, everything below it gets our fonts.

interface Place {
  text: Text;
  left: number;
  top: number;
}

const families = [
  { variable: "--font-display", usual: "Hedvig Letters Serif Variable", late: "Serif late", weight: "400" },
  { variable: "--font-sans", usual: "Schibsted Grotesk Variable", late: "Sans late", weight: "400 700" },
];

const root = document.documentElement;
const range = document.createRange();

function startOf(text: Text): DOMRect | undefined {
  range.selectNodeContents(text);
  return range.getClientRects()[0];
}

/** Where each piece of text begins that is on the screen or above it. */
function places(): Place[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: Place[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.nodeValue?.trim()) continue;
    const start = startOf(node as Text);
    if (start && start.top < innerHeight) found.push({ text: node as Text, left: start.left, top: start.top });
  }
  return found;
}

const isInline = (element: Element) => getComputedStyle(element).display.startsWith("inline");

/** The box that a piece of text is laid out in. */
function blockOf(text: Text): HTMLElement {
  let element = text.parentElement as HTMLElement;
  while (isInline(element) && element.parentElement) element = element.parentElement;
  return element;
}

const width = (family: string) => {
  const probe = document.createElement("span");
  probe.textContent = "Guidevane will not move";
  probe.style.cssText = `position:absolute;visibility:hidden;white-space:nowrap;font:100px "${family}",monospace`;
  document.body.append(probe);
  const { offsetWidth } = probe;
  probe.remove();
  return offsetWidth;
};

export async function showLateFonts(): Promise<void> {
  const files = [...document.querySelectorAll<HTMLLinkElement>("link[rel=preload][as=font]")].map(({ href }) => href);
  await Promise.all(
    families.map(async ({ late, weight }, index) => {
      const face = new FontFace(late, `url(${files[index]})`, { weight });
      document.fonts.add(await face.load());
    }),
  );
  const missing = families.filter(({ usual, late }) => width(usual) !== width(late));
  if (missing.length === 0) return;

  // From here to the end nothing is painted: either it fits, or the visitor never sees it.
  const before = places();
  const blocks = new Map(before.map(({ text }) => [blockOf(text), 0]));
  for (const block of blocks.keys()) blocks.set(block, block.offsetHeight);
  const usual = new Map([...blocks.keys()].map((block) => [block, getComputedStyle(block).fontFamily]));
  const current = getComputedStyle(root);
  const lists = missing.map(
    ({ variable, late }) => [variable, `"${late}", ${current.getPropertyValue(variable)}`] as const,
  );
  for (const [variable, list] of lists) root.style.setProperty(variable, list);

  const kept = new Set<HTMLElement>();
  const keep = (block: HTMLElement) => {
    for (const [inside, family] of usual)
      if (block.contains(inside) && !kept.has(inside)) {
        inside.style.fontFamily = family;
        kept.add(inside);
      }
  };
  for (let round = 0; round < 6; round++) {
    const taller = [...blocks].filter(([block, height]) => !kept.has(block) && block.offsetHeight !== height);
    for (const [block] of taller) keep(block);
    const moved = before.filter(({ text, left, top }) => {
      const now = startOf(text);
      return !now || Math.abs(now.left - left) >= 1 || Math.abs(now.top - top) >= 1;
    });
    if (moved.length === 0) return;
    // Words that moved sideways were pushed by their neighbours: in the same box first, then in the same row.
    for (const { text } of moved) {
      const block = blockOf(text);
      keep(kept.has(block) ? (block.parentElement ?? block) : block);
    }
  }
  // It cannot be done without moving something: stay with the substitutes.
  for (const block of kept) block.style.removeProperty("font-family");
  for (const [variable] of lists) root.style.removeProperty(variable);
}
