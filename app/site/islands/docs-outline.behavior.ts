// Marks the section being read in "On this page". A list that was folded out folds in again once a link was chosen.
const readingLine = 120;

export function start(root: HTMLElement) {
  const links = [...root.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')];
  const headings = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
  let current: HTMLAnchorElement | undefined;
  let asked = false;

  function mark() {
    asked = false;
    const place = headings.findLastIndex((heading) => heading && heading.getBoundingClientRect().top <= readingLine);
    const link = links[place];
    if (link === current) return;
    current?.removeAttribute("aria-current");
    link?.setAttribute("aria-current", "location");
    current = link;
    // The list may be longer than the screen.
    if (link && root.scrollHeight > root.clientHeight) root.scrollTop = link.offsetTop - root.clientHeight / 2;
  }

  const ask = () => {
    if (!asked) requestAnimationFrame(mark);
    asked = true;
  };
  window.addEventListener("scroll", ask, { passive: true });
  root.addEventListener("click", (event) => {
    const link = (event.target as Element).closest("a");
    const folded = link?.closest("details");
    if (folded) folded.open = false;
  });
  ask();
}
