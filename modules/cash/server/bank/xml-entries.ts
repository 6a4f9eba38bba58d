// Reads XML piece by piece and hands over each element of the names that were asked for as a small tree, so that a large file never is in
// memory as a whole tree and others get their turn between the pieces.
import { SaxesParser } from "saxes";
import { BankFileProblem, pause } from "./bank-file.ts";

export interface XmlNode {
  name: string;
  attributes: Record<string, string>;
  text: string;
  children: XmlNode[];
}

const maxDepth = 40;
const maxText = 20_000;
const pieceLength = 64 * 1024;
const maxChildren = 200_000;

const local = (name: string) => name.slice(name.indexOf(":") + 1);

/** What is at a path below a node: "Acct/Id/IBAN". */
export function nodesAt(from: XmlNode, path: string): XmlNode[] {
  let found = [from];
  for (const step of path.split("/"))
    found = found.flatMap(({ children }) => children.filter(({ name }) => name === step));
  return found;
}

/** The first of several paths that has text. */
export function textAt(from: XmlNode, ...paths: string[]): string | null {
  for (const path of paths) for (const { text } of nodesAt(from, path)) if (text.trim() !== "") return text.trim();
  return null;
}

/** `onElement` gets each finished element of these names; it is taken out of the tree then. */
export async function readXml(
  text: string,
  names: ReadonlySet<string>,
  onStart: (node: XmlNode) => void,
  onElement: (node: XmlNode) => void,
): Promise<XmlNode> {
  const parser = new SaxesParser();
  const root: XmlNode = { name: "", attributes: {}, text: "", children: [] };
  const open: XmlNode[] = [root];
  const refuse = (why: string): never => {
    throw new BankFileProblem(why);
  };
  parser.on("doctype", () => refuse("A bank's file has no DOCTYPE. Nothing was read."));
  parser.on("opentag", ({ name, attributes }) => {
    if (open.length > maxDepth) refuse("The file is nested too deeply for a bank's file. Nothing was read.");
    const parent = open.at(-1)!;
    const node: XmlNode = {
      name: local(name),
      attributes: attributes as Record<string, string>,
      text: "",
      children: [],
    };
    if (parent.children.length >= maxChildren)
      refuse("The file has too many parts for a bank's file. Nothing was read.");
    parent.children.push(node);
    open.push(node);
    onStart(node);
  });
  const add = (words: string) => {
    const node = open.at(-1)!;
    if (node.children.length > 0 && words.trim() === "") return;
    node.text += words;
    if (node.text.length > maxText) refuse("A text in the file is far too long for a bank's file. Nothing was read.");
  };
  parser.on("text", add);
  parser.on("cdata", add);
  parser.on("closetag", () => {
    const node = open.pop()!;
    if (!names.has(node.name)) return;
    onElement(node);
    open.at(-1)!.children.pop();
  });
  try {
    for (let at = 0; at < text.length; at += pieceLength) {
      parser.write(text.slice(at, at + pieceLength));
      await pause();
    }
    parser.close();
  } catch (error) {
    if (error instanceof BankFileProblem) throw error;
    throw new BankFileProblem("The file is cut off or damaged. Nothing was read.");
  }
  return root;
}
