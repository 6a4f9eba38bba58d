import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { stepFocus } from "./arrow-keys.ts";
import { classNames } from "./class-names.ts";
import { useFormats } from "./formats-context.ts";
import { showInRow } from "./show-in-row.ts";

export interface Tab {
  id: string;
  label: string;
  count?: number | undefined;
  panel: ReactNode;
}

/**
 * Text on a rule. Arrow keys, Home and End choose. Give `selected` and `onSelect` to hold the choice elsewhere (the URL).
 * The underline is vermilion on public pages (`tone="accent"`), ink in the back office.
 */
/** What makes a button the tab of its panel. */
export const tabProps = (prefix: string, id: string, isSelected: boolean) =>
  ({
    type: "button",
    role: "tab",
    id: `${prefix}-tab-${id}`,
    "aria-controls": `${prefix}-panel-${id}`,
    "aria-selected": isSelected,
    tabIndex: isSelected ? 0 : -1,
  }) as const;

export function Tabs({
  label,
  tabs,
  selected,
  onSelect,
  tone = "accent",
}: {
  label: string;
  tabs: readonly Tab[];
  selected?: string;
  onSelect?: (id: string) => void;
  tone?: "accent" | "ink";
}) {
  const { count } = useFormats();
  const prefix = useId();
  const [own, setOwn] = useState(tabs[0]?.id);
  const current = selected ?? own;
  const list = useRef<HTMLDivElement>(null);
  // Also when the address has named it.
  useEffect(() => showInRow(list.current, document.getElementById(`${prefix}-tab-${current}`)), [prefix, current]);
  const choose = (id: string) => {
    setOwn(id);
    onSelect?.(id);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")];
    const next = stepFocus(event.key, buttons.indexOf(document.activeElement as HTMLElement), buttons.length);
    const tab = next === null ? undefined : tabs[next];
    if (next === null || !tab) return;
    event.preventDefault();
    buttons[next]?.focus();
    choose(tab.id);
  };
  return (
    <>
      <div
        role="tablist"
        aria-label={label}
        ref={list}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        className="needs-script flex w-full overflow-x-auto overflow-y-hidden border-b border-line"
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            {...tabProps(prefix, tab.id, tab.id === current)}
            onClick={() => choose(tab.id)}
            className={classNames(
              "-mb-px border-b-2 border-transparent font-[560] forced-colors:not-aria-selected:border-b-[Canvas] whitespace-nowrap text-muted -outline-offset-2 hover:text-ink aria-selected:text-ink",
              tone === "accent"
                ? "mr-8 py-3.5 text-base last:mr-0 aria-selected:border-accent max-[22.5rem]:text-left max-[22.5rem]:whitespace-normal"
                : "mr-6 py-2.25 text-ui last:mr-0 max-sm:mr-4.5 aria-selected:border-ink",
            )}
          >
            {tab.label}
            {tab.count !== undefined && (
              <>
                {/* Its own space, for screen readers and the clipboard. */}{" "}
                <span className="ml-0.25 font-normal text-muted">{count(tab.count)}</span>
              </>
            )}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.id}
          role="tabpanel"
          id={`${prefix}-panel-${tab.id}`}
          aria-labelledby={`${prefix}-tab-${tab.id}`}
          className={tab.id === current ? undefined : "folded"}
        >
          {tab.panel}
        </div>
      ))}
    </>
  );
}
