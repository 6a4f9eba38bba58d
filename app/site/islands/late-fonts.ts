// On a slow line the page is first drawn in the substitutes, and nothing may move once it is read (docs/decisions/083). When our
// fonts are there at last, they are shown wherever that moves nothing: what is above the lower edge of the window keeps its
// substitute where it would break differently, everything below it gets our fonts.

/** A piece of text, or something drawn: an icon, a rivet, a field. */
type Piece = Text | Element;
interface Place {
  piece: Piece;
  left: number;
  top: number;
}

const families = [
  { variable: "--font-display", usual: "Hedvig Letters Serif Variable", late: "Serif late", weight: "400" },
  { variable: "--font-sans", usual: "Schibsted Grotesk Variable", late: "Sans late", weight: "400 700" },
];

/** Less than this is no move: the eye does not see it, and browsers do not count it. */
const seen = 1.5;
const root = document.documentElement;
const range = document.createRange();

function startOf(piece: Piece): DOMRect | undefined {
  if (piece instanceof Element) return piece.getClientRects()[0];
  range.selectNodeContents(piece);
  return range.getClientRects()[0];
}

/** Where each piece begins that is on the screen or above it. */
function places(): Place[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) => {
    if (node instanceof Text) return node.data.trim() ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT;
    if (node.parentElement?.closest("svg")) return NodeFilter.FILTER_REJECT;
    return node instanceof SVGSVGElement || !node.hasChildNodes() ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP;
  });
  const found: Place[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const start = startOf(node as Piece);
    if (start && start.top < innerHeight) found.push({ piece: node as Piece, left: start.left, top: start.top });
  }
  return found;
}

/** The box that a piece is laid out in. */
function blockOf(piece: Piece): HTMLElement {
  let element = piece.parentElement as HTMLElement;
  while (getComputedStyle(element).display === "inline" && element.parentElement) element = element.parentElement;
  return element;
}

const widthIn = (family: string) => {
  const probe = document.createElement("span");
  probe.textContent = "Guidevane will not move";
  probe.style.cssText = `position:absolute;visibility:hidden;white-space:nowrap;font:100px "${family}",monospace`;
  document.body.append(probe);
  const { offsetWidth } = probe;
  probe.remove();
  return offsetWidth;
};

/** Whichever of the two the browser has given up waiting for. */
async function missingFamilies() {
  const files = [...document.querySelectorAll<HTMLLinkElement>("link[rel=preload][as=font]")].map(({ href }) => href);
  await Promise.all(
    families.map(async ({ late, weight }, index) => {
      const face = new FontFace(late, `url(${files[index]})`, { weight });
      document.fonts.add(await face.load());
    }),
  );
  return families.filter(({ usual, late }) => widthIn(usual) !== widthIn(late));
}

export async function showLateFonts(): Promise<void> {
  const missing = await missingFamilies();
  if (missing.length === 0) return;
  // In the frame itself: by then it is known how far a visitor who scrolls has come, so that what is on the screen is what will be drawn.
  await new Promise(requestAnimationFrame);
  // A browser that keeps a scrolled page in place would follow every try of what comes now.
  root.style.overflowAnchor = "none";
  replaceSubstitutes(missing);
  root.style.overflowAnchor = "";
}

function replaceSubstitutes(missing: typeof families): void {
  // From here to the end nothing is painted: either it fits, or the visitor never sees it.
  const before = places();
  const boxes = new Map(
    [...new Set(before.map(({ piece }) => blockOf(piece)))].map((box) => [
      box,
      { top: box.getBoundingClientRect().top, height: box.offsetHeight, family: getComputedStyle(box).fontFamily },
    ]),
  );
  const usual = getComputedStyle(root);
  const lists = missing.map(
    ({ variable, late }) => [variable, `"${late}", ${usual.getPropertyValue(variable)}`] as const,
  );
  for (const [variable, list] of lists) root.style.setProperty(variable, list);

  const kept = new Set<HTMLElement>();
  const keep = (within: HTMLElement) => {
    for (const [box, { family }] of boxes)
      if (!kept.has(box) && within.contains(box)) {
        box.style.fontFamily = family;
        kept.add(box);
      }
  };
  for (let round = 0; round < 8; round++) {
    for (const [box, { height }] of boxes) if (Math.abs(box.offsetHeight - height) >= 1) keep(box);
    const moved = before.flatMap(({ piece, left, top }) => {
      const now = startOf(piece);
      const sideways = Math.abs((now?.left ?? Infinity) - left) >= seen;
      return sideways || Math.abs((now?.top ?? 0) - top) >= seen ? [{ box: blockOf(piece), sideways }] : [];
    });
    if (moved.length === 0) return;
    // What moved sideways was pushed by its neighbours: in the same box first, then in the same row. What moved down was pushed
    // by a box above it that has grown, and that one is found by its height.
    for (const { box, sideways } of moved) {
      const pushed = Math.abs(box.getBoundingClientRect().top - (boxes.get(box)?.top ?? 0)) >= 1;
      if (!kept.has(box) && (sideways || !pushed)) keep(box);
      else if (sideways && box.parentElement) keep(box.parentElement);
    }
  }
  // It cannot be done without moving something: stay with the substitutes.
  for (const box of kept) box.style.removeProperty("font-family");
  for (const [variable] of lists) root.style.removeProperty(variable);
}
