import { Terminal, type TerminalLine, typedLines } from "../../ui/terminal.tsx";
import { CopyButton } from "../islands/copy-button.island.tsx";
import { Island } from "../islands/island.tsx";

/** A terminal whose typed lines can be copied. */
export function CopyableTerminal(terminal: { title: string; lines: readonly TerminalLine[]; className?: string }) {
  return (
    <Terminal
      {...terminal}
      action={
        <Island when="interaction">
          <CopyButton text={typedLines(terminal.lines)} />
        </Island>
      }
    />
  );
}
