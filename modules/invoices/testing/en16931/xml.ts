// XML as a tree without prefixes. Only for tests.
import { SaxesParser } from "saxes";

export interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  text: string;
}

export function parseXml(text: string): Element {
  const parser = new SaxesParser({ xmlns: true });
  const root: Element = { name: "", attributes: {}, children: [], text: "" };
  const open = [root];
  parser.on("doctype", () => {
    throw new Error("An e-invoice has no DOCTYPE.");
  });
  parser.on("opentag", ({ local, attributes }) => {
    const element: Element = {
      name: local,
      attributes: Object.fromEntries(Object.values(attributes).map((each) => [each.local, each.value])),
      children: [],
      text: "",
    };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  parser.on("text", (piece) => {
    open.at(-1)!.text += piece;
  });
  parser.on("closetag", () => {
    open.pop();
  });
  parser.write(text).close();
  return root.children[0]!;
}

export const all = (of: Element | undefined, path: string): Element[] =>
  path
    .split("/")
    .reduce<Element[]>(
      (from, name) => from.flatMap(({ children }) => children.filter((child) => child.name === name)),
      of ? [of] : [],
    );
export const one = (of: Element | undefined, path: string) => all(of, path)[0];
export const textOf = (of: Element | undefined) => of?.text.trim() || undefined;
export const say = (of: Element | undefined, path: string) => textOf(one(of, path));
/** It and all below it. */
export const everyElement = (of: Element): Element[] => [of, ...of.children.flatMap(everyElement)];
