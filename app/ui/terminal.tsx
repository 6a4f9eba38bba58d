import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

/** A line is typed (`prompt`), printed in green (`ok`), or a `note` (quiet output). A bare string is printed. */
export type TerminalLine = string | { prompt: string } | { ok: string } | { note: string };

const isTyped = (line: TerminalLine) => typeof line === "object" && "prompt" in line;

/** A hyphen inside a flag or an id is no place to wrap. */
export const keepWordsWhole = (text: string) =>
  text.split(/(\S*-\S*)/).map((part, index) =>
    part.includes("-") ? (
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );

function Line({ line }: { line: TerminalLine }) {
  if (typeof line === "string") return line;
  if ("ok" in line) return <span className="text-[oklch(0.86_0.12_150)]">{line.ok}</span>;
  if ("note" in line) return <span className="text-[oklch(0.74_0.03_172)]">{line.note}</span>;
  return (
    <>
      <span className="text-[oklch(0.76_0.142_42)] select-none">$ </span>
      {keepWordsWhole(line.prompt)}
    </>
  );
}

export const terminalPreClass =
  "overflow-x-auto px-5 pt-4.5 pb-6 text-ui leading-[1.7] -outline-offset-4 max-sm:px-4 max-sm:text-xs";

/** The dark panel of a terminal, in both themes. `title` says what is shown; `action` is the place of a copy button. */
export function TerminalFrame({
  title,
  action,
  className,
  children,
}: {
  title?: ReactNode;
  action?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <figure
      className={classNames(
        "min-w-0 overflow-hidden rounded-2 rounded-br-[2rem] border border-[oklch(0.38_0.042_190)] bg-[oklch(0.2_0.034_192)] text-[oklch(0.94_0.016_165)]",
        className,
      )}
    >
      {title && (
        <figcaption className="flex min-h-10 items-center justify-between gap-4 border-b border-[oklch(0.38_0.042_190)] px-4 py-1.5 text-caption font-medium text-[oklch(0.79_0.032_170)]">
          {title}
          {action}
        </figcaption>
      )}
      {children}
    </figure>
  );
}

export function Terminal({
  lines,
  ...frame
}: {
  title?: string;
  lines: readonly TerminalLine[];
  action?: ReactNode;
  className?: string | undefined;
}) {
  return (
    <TerminalFrame {...frame}>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways, so a keyboard must reach it
        tabIndex={0}
        className={terminalPreClass}
      >
        {lines.map((line, index) => (
          <span
            key={index}
            // On a phone a typed line wraps, indented under its prompt; output keeps its columns.
            className={classNames(
              "block min-h-[1.7em]",
              isTyped(line) && "max-sm:pl-[2ch] max-sm:-indent-[2ch] max-sm:whitespace-pre-wrap",
            )}
          >
            <Line line={line} />
          </span>
        ))}
      </pre>
    </TerminalFrame>
  );
}

/** What a copy button puts on the clipboard: the typed lines only. */
export const typedLines = (lines: readonly TerminalLine[]) =>
  lines.flatMap((line) => (typeof line === "object" && "prompt" in line ? [line.prompt] : [])).join("\n");
