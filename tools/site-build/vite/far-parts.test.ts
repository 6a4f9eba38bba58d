import { expect, test } from "vitest";
import { rehypeFarParts } from "./far-parts.ts";

interface Node {
  type: string;
  tagName?: string;
  children?: Node[];
}

const element = (tagName: string): Node => ({ type: "element", tagName, children: [] });
const line: Node = { type: "text" };
const nameOf = ({ tagName = "" }: Node) => tagName;
const shapeOf = (nodes: Node[]) =>
  nodes
    .filter((node) => node !== line)
    .map((node) => [node, ...(node.children ?? []).filter((child) => child !== line)].map(nameOf).join(" "));

test("what follows a heading goes with it; a heading right below another stays there", () => {
  const root = {
    type: "root",
    children: ["p", "h2", "h3", "p", "h3", "table", "h2"].flatMap((name) => [element(name), line]),
  };
  rehypeFarParts()(root, { path: "/somewhere/content/docs/api.mdx" });
  expect(shapeOf(root.children)).toEqual(["p", "div h2 h3 p", "div h3 table", "div h2"]);
});

test("articles stay as they are", () => {
  const root = { type: "root", children: [element("p"), element("h2"), element("p")] };
  rehypeFarParts()(root, { path: "/somewhere/content/articles/one.mdx" });
  expect(shapeOf(root.children)).toEqual(["p", "h2", "p"]);
});
