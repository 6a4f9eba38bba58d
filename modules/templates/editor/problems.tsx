// What the server says against a text, with line and column, and what it warns of.
import { messageOf } from "#app/lib/request-error.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { Place, Problem } from "../templates-data.ts";

const placeWords: Record<Place, string> = { subject: "Subject", body_text: "Text", body_html: "HTML" };
const where = ({ place, line, column }: Problem) =>
  place === "subject" ? `Subject, column ${column}` : `${placeWords[place]}, line ${line}, column ${column}`;

export function Problems({
  problems,
  warnings,
  failed,
}: {
  problems: readonly Problem[];
  warnings: readonly Problem[];
  failed: unknown;
}) {
  return (
    <div id="template-problems" aria-live="polite" className="grid gap-1.5 text-caption empty:hidden">
      {failed !== null && <p className="text-danger">The text could not be checked. {messageOf(failed)}</p>}
      {problems.map((problem, index) => (
        <Item key={`problem ${index}`} problem={problem} tone="text-danger" />
      ))}
      {warnings.map((problem, index) => (
        <Item key={`warning ${index}`} problem={problem} tone="text-dev" />
      ))}
    </div>
  );
}

const Item = ({ problem, tone }: { problem: Problem; tone: string }) => (
  <p className={`flex items-start gap-1.5 ${tone}`}>
    <Icon name="alert" className="mt-px size-4" />
    <span className="wrap-anywhere">
      <b className="font-semibold">{where(problem)}.</b> {problem.message}
    </span>
  </p>
);
