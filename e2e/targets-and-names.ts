// What axe cannot see: size of targets, names as assistive technology gets them.
import type { Page } from "playwright-core";

/** WCAG 2.5.8, without its exception for room around a target: 24 by 24 px, or a link in a sentence. */
export const smallTargets = (page: Page) =>
  page.evaluate(() => {
    const targets = [
      ...document.querySelectorAll<HTMLElement>(
        "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=tab], [role=switch]",
      ),
    ]
      .filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest("[inert]"),
      )
      .map((element) => ({ element, box: (element.closest("label") ?? element).getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && box.height > 0);
    const inSentence = (element: HTMLElement) =>
      element.tagName === "A" &&
      getComputedStyle(element).display === "inline" &&
      (element.parentElement?.textContent ?? "").trim() !== element.textContent?.trim();
    return targets
      .filter(({ element, box }) => (box.width < 23.5 || box.height < 23.5) && !inSentence(element))
      .map(
        ({ element, box }) =>
          `${element.tagName} "${(element.textContent ?? "").trim().slice(0, 30)}" ${Math.round(box.width)}x${Math.round(box.height)}`,
      );
  });

/** Names as assistive technology gets them, through Chromium's accessibility tree. */
export async function nameless(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  const needsName = new Set([
    "link",
    "button",
    "textbox",
    "searchbox",
    "combobox",
    "checkbox",
    "switch",
    "tab",
    "dialog",
    "heading",
    "listbox",
    "navigation",
  ]);
  return (
    nodes
      .filter(
        (node) => !node.ignored && needsName.has(String(node.role?.value)) && !String(node.name?.value ?? "").trim(),
      )
      // One navigation may go without a name; several may not, and ours are always two.
      .map((node) => `${String(node.role?.value)} ${node.backendDOMNodeId}`)
  );
}
