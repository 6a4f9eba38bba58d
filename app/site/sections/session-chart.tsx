import type { WorkshopOffer } from "#content/offers.ts";
import { classNames } from "../../ui/class-names.ts";

/** A program drawn to scale: five columns of two hours, or ten working days. */
export function SessionChart({ sessions }: { sessions: WorkshopOffer["sessions"] }) {
  const days = sessions.unit === "day";
  return (
    <ol className={classNames("mb-9 flex items-stretch", days ? "gap-0.5" : "gap-1 sm:gap-2")}>
      {sessions.names.map((name, index) => (
        <li
          key={name}
          className={classNames(
            "bar-pale pt-3 leading-tight font-semibold",
            days
              ? "flex-1 pb-6 text-center text-[0.6875rem] sm:text-small"
              : "basis-[calc((100%-1rem)/5)] px-1 pb-4 text-xs sm:basis-[calc((100%-2rem)/5)] sm:px-3.5 sm:pb-6 sm:text-small",
            index === sessions.names.length - 1 && "rounded-br-[1.5rem]",
          )}
        >
          {name}
          <small className="block whitespace-nowrap text-[0.6875rem] font-normal text-muted sm:text-caption">
            {sessions.unit}
          </small>
        </li>
      ))}
    </ol>
  );
}
