// The tree of folders by the conventions: accounts first, each with its own, then the firm's templates, drafts and published files.
import { useState } from "react";
import { Link } from "react-router";
import { classNames } from "#app/ui/class-names.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { Folder } from "../documents-data.ts";

export interface TreeNode {
  key: string;
  name: string;
  /** Of the address: what the list shows when it is chosen. */
  query: string;
  files: number;
  children: TreeNode[];
}

const nodesBelow = (folders: readonly Folder[], parent: string | null, account: string | null): TreeNode[] =>
  folders
    .filter((folder) => folder.parent_id === parent && folder.account_id === account)
    .map((folder) => {
      const children = nodesBelow(folders, folder.id, account);
      const files = folder.files + children.reduce((sum, child) => sum + child.files, 0);
      return { key: folder.id, name: folder.name, query: `folder=${folder.id}`, files, children };
    });

export function treeOf(folders: readonly Folder[]): TreeNode[] {
  const accounts = new Map<string, string>();
  for (const { account_id, account_name } of folders) if (account_id) accounts.set(account_id, account_name ?? "");
  const ofAccounts = [...accounts].map(([id, name]) => {
    const children = nodesBelow(folders, null, id);
    return {
      key: id,
      name,
      query: `account=${id}`,
      files: children.reduce((sum, child) => sum + child.files, 0),
      children,
    };
  });
  return [...ofAccounts, ...nodesBelow(folders, null, null)];
}

const holds = (node: TreeNode, query: string): boolean =>
  node.query === query || node.children.some((child) => holds(child, query));

export function FolderTree({ nodes, chosen }: { nodes: readonly TreeNode[]; chosen: string }) {
  return (
    <nav aria-label="Folders" className="max-h-[36rem] overflow-y-auto p-2 max-lg:max-h-60">
      <ul>
        {nodes.map((node) => (
          <Branch key={node.key} node={node} chosen={chosen} indented={opens(nodes)} />
        ))}
      </ul>
    </nav>
  );
}

/** Beside folders that open, one that does not keeps the place of the arrow. */
const opens = (nodes: readonly TreeNode[]) => nodes.some(({ children }) => children.length > 0);

function Branch({ node, chosen, indented }: { node: TreeNode; chosen: string; indented: boolean }) {
  const within = holds(node, chosen);
  const [toggled, setToggled] = useState<boolean | null>(null);
  const open = toggled ?? within;
  const isChosen = node.query === chosen;
  return (
    <li>
      <div className={classNames("flex items-center rounded-1", isChosen ? "bg-nil font-semibold" : "hover:bg-shade")}>
        {node.children.length > 0 ? (
          <button
            type="button"
            aria-expanded={open}
            aria-label={`${open ? "Hide" : "Show"} folders of ${node.name}`}
            onClick={() => setToggled(!open)}
            className="grid size-7 shrink-0 place-items-center text-muted max-sm:size-9"
          >
            <Icon name="chevron" className={classNames("size-3.5", !open && "-rotate-90")} />
          </button>
        ) : (
          <span className={classNames("shrink-0", indented ? "w-7 max-sm:w-9" : "w-2")} />
        )}
        <Link
          to={`?${node.query}`}
          preventScrollReset
          aria-current={isChosen ? "true" : undefined}
          className="flex min-h-7.5 min-w-0 grow items-center gap-2 py-1 pr-2 max-sm:min-h-9"
        >
          <Icon name="folder" className="size-4" />
          <span dir="auto" className="min-w-0 grow truncate">
            {node.name}
          </span>
          <span className="text-caption font-normal text-muted tabular-nums">{node.files}</span>
        </Link>
      </div>
      {open && node.children.length > 0 && (
        <ul className="ml-3.5 border-l border-line pl-2">
          {node.children.map((child) => (
            <Branch key={child.key} node={child} chosen={chosen} indented={opens(node.children)} />
          ))}
        </ul>
      )}
    </li>
  );
}
