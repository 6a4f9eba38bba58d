// On a phone one stage at a time: a switch with name, count and sum.
import { stepFocus } from "#app/ui/arrow-keys.ts";
import { shortMoney } from "../deal-words.ts";
import type { BoardStage } from "./board.ts";

export function LaneTabs({
  lanes,
  at,
  currency,
  onChoose,
}: {
  lanes: readonly BoardStage[];
  at: string | null;
  currency: string;
  onChoose: (stage: string) => void;
}) {
  return (
    <div
      role="tablist"
      aria-label="Stages"
      tabIndex={-1}
      onKeyDown={(event) => {
        const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")];
        const next = stepFocus(event.key, tabs.indexOf(document.activeElement as HTMLElement), tabs.length);
        const lane = next === null ? undefined : lanes[next];
        if (next === null || !lane) return;
        event.preventDefault();
        tabs[next]?.focus();
        onChoose(lane.id);
      }}
      className="grid auto-cols-[minmax(5.25rem,1fr)] grid-flow-col gap-0.75 overflow-x-auto outline-none sm:hidden"
    >
      {lanes.map(({ id, name, count, sum_minor }) => (
        <button
          key={id}
          type="button"
          role="tab"
          aria-selected={id === at}
          tabIndex={id === at ? 0 : -1}
          onClick={() => onChoose(id)}
          className="grid min-h-12 min-w-0 content-start justify-items-start gap-0.75 border border-line bg-surface px-2 py-2 text-xs leading-[1.2] text-muted -outline-offset-2 last:rounded-br-xl aria-selected:border-solid aria-selected:bg-solid aria-selected:text-on-solid"
        >
          <b className="max-w-full truncate font-[650] text-ink in-aria-selected:text-on-solid">{name}</b>
          <span>
            {count}, {shortMoney(sum_minor, currency)}
          </span>
        </button>
      ))}
    </div>
  );
}
