// Puts each part of a long text, from one heading to the next, into an element of its own, so that the parts far down can be
// laid out after the first screen (app/site/far-parts.tsx).
interface Node {
  type: string;
  tagName?: string;
  properties?: Record<string, string>;
  children?: Node[];
}

const isHeading = (node: Node) => node.tagName === "h2" || node.tagName === "h3";
const isText = (node: Node) => node.type === "text";

/** A heading right below another one stays with it. */
export const rehypeFarParts = () => (root: Node, file: { path?: string }) => {
  if (!file.path?.includes("/content/docs/")) return;
  const parts: Node[][] = [[]];
  for (const node of root.children ?? []) {
    const part = parts.at(-1) ?? [];
    if (isHeading(node) && !part.every((before) => isHeading(before) || isText(before))) parts.push([node]);
    else part.push(node);
  }
  const [first = [], ...rest] = parts;
  const wrap = (children: Node[]): Node => ({
    type: "element",
    tagName: "div",
    properties: { "data-far": "" },
    children,
  });
  root.children = [...first, ...rest.map(wrap)];
};
