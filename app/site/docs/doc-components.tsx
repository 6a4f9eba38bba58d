// What Markdown becomes in the documentation, and the tables it may ask for by name.
import type { ComponentProps, ReactNode } from "react";
import { classNames } from "../../ui/class-names.ts";
import { keepWordsWhole, terminalPreClass, TerminalFrame } from "../../ui/terminal.tsx";
import { WorkspaceTree } from "../products/workspace-tree.tsx";
import { CopyCorner } from "../sections/copy-on-click.tsx";
import { errors } from "#content/bootloader-reference.ts";
import { errorLink } from "#content/docs-anchors.ts";
import { Comparison, Install, InboxRoutes, JsonKinds, PlatformModels, PortiaLimits } from "./platform-tables.tsx";
import { CommandReference, ConfigTable, Errors, ExitCodes, GlobalFlags, Variables } from "./reference-tables.tsx";

type HighlightedPre = ComponentProps<"pre"> & {
  "data-title"?: string;
  "data-language"?: string;
  "data-copy-text"?: string;
};

function CodeBlock({ children, ...data }: HighlightedPre) {
  const session = data["data-language"] === "console";
  const title = data["data-title"] ?? (session ? "Terminal" : "Code");
  return (
    <TerminalFrame title={title} action={<CopyCorner text={data["data-copy-text"] ?? ""} what={title} />}>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways, so a keyboard must reach it
        tabIndex={0}
        data-language={data["data-language"]}
        className={classNames("code", terminalPreClass)}
      >
        {children}
      </pre>
    </TerminalFrame>
  );
}

const MarkdownTable = ({ children }: ComponentProps<"table">) => (
  <div className="doc-table">
    <table>{children}</table>
  </div>
);

const anchored = (id: string | undefined, children: ReactNode) => (
  <a href={`#${id}`} className="anchor">
    {children}
  </a>
);

/** An error that the text names leads to its row. */
function InlineCode({ children, ...code }: ComponentProps<"code">) {
  const error = errors.find(({ id }) => id === children);
  if (!error) return <code {...code}>{typeof children === "string" ? keepWordsWhole(children) : children}</code>;
  return (
    <a href={errorLink(error.id)}>
      <code>{children}</code>
    </a>
  );
}

function DocLink({ href = "", children }: ComponentProps<"a">) {
  if (!href.startsWith("https:")) return <a href={href}>{children}</a>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" title="Opens in a new tab">
      {children}
      <span className="sr-only"> Opens in a new tab</span>
    </a>
  );
}

export const docComponents = {
  pre: CodeBlock,
  code: InlineCode,
  table: MarkdownTable,
  a: DocLink,
  h2: ({ id, children }: ComponentProps<"h2">) => <h2 id={id}>{anchored(id, children)}</h2>,
  h3: ({ id, children }: ComponentProps<"h3">) => <h3 id={id}>{anchored(id, children)}</h3>,
  FileTree: WorkspaceTree,
  CommandReference,
  GlobalFlags,
  Variables,
  ConfigTable,
  ExitCodes,
  Errors,
  PortiaLimits,
  PlatformModels,
  Comparison,
  InboxRoutes,
  JsonKinds,
  Install,
};
