// The answer-by clock: a ring with the used share, and always words.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { formatMoment } from "#app/lib/formats.ts";
import { zoneNote } from "#app/lib/office-time.ts";
import { classNames } from "#app/ui/class-names.ts";
import { Icon } from "#app/ui/icon.tsx";
import { currentMillis } from "#domain/clock.ts";
import { officeZoneQuery } from "../inquiries-data.ts";
import { clockOf } from "./inquiry-clock.ts";

/** The time of anyone who looks, each half minute again. */
export function useNow(): number {
  const [now, setNow] = useState(currentMillis);
  useEffect(() => {
    const timer = setInterval(() => setNow(currentMillis()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

const tones = {
  plain: "border-line text-ink in-data-selected:border-control in-data-selected:bg-surface",
  near: "border-transparent bg-dev-bg text-dev",
  late: "border-transparent bg-danger-bg text-danger",
  done: "border-transparent bg-live-bg text-live",
  none: "border-transparent bg-sunken text-muted",
};

type Dated = Parameters<typeof clockOf>[0];

export function ClockBadge({ inquiry, large = false }: { inquiry: Dated; large?: boolean }) {
  const now = useNow();
  const zone = useQuery(officeZoneQuery).data?.zone;
  // A time in the wrong zone is worse than none for a moment.
  if (!zone) return <span aria-hidden="true" className="inline-block h-5.5 w-24" />;
  const { tone, words, used } = clockOf(inquiry, now, zone);
  return (
    <time
      dateTime={inquiry.due_at ?? inquiry.received_at}
      title={inquiry.due_at ? `Due ${formatMoment(inquiry.due_at)}` : undefined}
      data-clock={tone}
      className={classNames(
        "inline-flex max-w-full items-center gap-1.5 rounded-1 border font-semibold whitespace-nowrap",
        large ? "px-2 py-1 text-caption" : "px-1.75 py-0.5 text-xs leading-[1.3]",
        tones[tone],
      )}
    >
      {tone === "late" ? (
        <Icon name="alert" className="size-3.5" />
      ) : tone === "done" ? (
        <Icon name="check" className="size-3.5" />
      ) : (
        tone !== "none" && (
          <i
            aria-hidden="true"
            className="size-3 rounded-full border border-current"
            style={{ background: `conic-gradient(currentColor ${Math.round(used * 360)}deg, transparent 0)` }}
          />
        )
      )}
      <span className="truncate">
        {words}
        {/* Where the viewer's clock differs, a point in time names its zone. */}
        {inquiry.due_at && (tone === "plain" || tone === "near") && zoneNote(Date.parse(inquiry.due_at))}
      </span>
    </time>
  );
}
