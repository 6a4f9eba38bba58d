// SAFE, said plainly at the top: whether anything leaves by itself, and what a person has to look at.
import { may } from "#app/lib/access.ts";
import { Link } from "react-router";
import { countOf, formatWhen } from "#app/lib/formats.ts";
import { publishingSettings } from "#app/lib/publishing.ts";
import { useRestoredCopy } from "#app/lib/restored-copy.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Strip } from "#app/ui/compact/strip.tsx";
import type { OutboxActions } from "../outbox-actions-data.ts";
import { countsOf, type Summary } from "../outbox-data.ts";

const inStrip = "border-current text-inherit hover:border-current";

export function SafeStrip({ summary, actions }: { summary: Summary; actions: OutboxActions }) {
  const copy = useRestoredCopy();
  const { held, uncertain } = countsOf(summary);
  const doubtful = uncertain > 0 && (
    <>
      {" "}
      <Link to="?tab=uncertain" className="font-semibold underline">
        {countOf(uncertain, "message")} {uncertain === 1 ? "is" : "are"} uncertain
      </Link>
      : it is not known whether {uncertain === 1 ? "it" : "they"} left.
    </>
  );
  const count = held === 0 ? "None is held." : `${countOf(held, "message")} ${held === 1 ? "is" : "are"} held.`;
  // The banner of the frame says it.
  if (copy?.is_copy) return null;
  if (summary.paused_at)
    return (
      <Strip
        tone="warn"
        action={
          <Button
            variant="line"
            size="compact"
            className={inStrip}
            disabled={actions.busy}
            onClick={() => actions.pause(false)}
          >
            Go on
          </Button>
        }
      >
        <b>The outbox is paused, so nothing leaves.</b> Since {formatWhen(summary.paused_at)}
        {summary.paused_by && `, by ${summary.paused_by}`}. {count}
        {doubtful}
      </Strip>
    );
  if (summary.safe)
    return (
      <Strip
        tone="safe"
        action={
          may("settings", "read") && (
            <Link
              to={publishingSettings}
              className={buttonClass({ variant: "line", size: "compact", className: inStrip })}
            >
              Publishing
            </Link>
          )
        }
      >
        <b>SAFE is on, so nothing leaves by itself.</b> {count}{" "}
        {held === 0
          ? "A message that is written now waits here until a person releases it."
          : `${held === 1 ? "It" : "Each"} can be released by hand once publishing is on, after a second look.`}
        {doubtful}
      </Strip>
    );
  return (
    <Strip tone={uncertain > 0 ? "warn" : "plain"}>
      <b>Publishing is on.</b> New messages leave by themselves.{" "}
      {held > 0 && `${count} What was held leaves only when you release it.`}
      {doubtful}
    </Strip>
  );
}
