import { Terminal, type TerminalLine, typedLines } from "../../ui/terminal.tsx";
import { CopyCorner } from "./copy-on-click.tsx";

/** A terminal whose typed lines can be copied. */
export function CopyableTerminal(terminal: { title: string; lines: readonly TerminalLine[]; className?: string }) {
  return <Terminal {...terminal} action={<CopyCorner text={typedLines(terminal.lines)} what={terminal.title} />} />;
}
