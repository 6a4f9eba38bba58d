// The index of Settings at left, in groups; on a narrow screen a row that scrolls. Tabs by role: arrow keys, Home and End choose.
import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { type SettingsGroup, settingsGroups } from "#domain/module.ts";
import { stepFocus } from "#app/ui/arrow-keys.ts";
import { tabProps } from "#app/ui/tabs.tsx";

export interface SettingsTab {
  id: string;
  label: string;
  group: SettingsGroup;
  panel: ReactNode;
}

export function SettingsIndex({
  tabs: given,
  selected,
  onSelect,
}: {
  tabs: readonly SettingsTab[];
  selected: string;
  onSelect: (id: string) => void;
}) {
  const prefix = useId();
  const list = useRef<HTMLDivElement>(null);
  const tabs = settingsGroups.flatMap((group) => given.filter((tab) => tab.group === group));
  const current = tabs.find(({ id }) => id === selected);
  useEffect(() => {
    const row = list.current;
    const tab = document.getElementById(`${prefix}-tab-${selected}`);
    if (!row || !tab) return;
    // Only the index: the page stays where it is.
    if (row.scrollWidth > row.clientWidth) row.scrollLeft = tab.offsetLeft - 16;
    if (tab.offsetTop + tab.offsetHeight > row.clientHeight) row.scrollTop = tab.offsetTop - row.clientHeight / 2;
    // oxlint-disable-next-line react/exhaustive-deps -- tabs of modules come a moment later and move the others
  }, [prefix, selected, tabs.length]);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")];
    const key = { ArrowDown: "ArrowRight", ArrowUp: "ArrowLeft" }[event.key] ?? event.key;
    const next = stepFocus(key, buttons.indexOf(document.activeElement as HTMLElement), buttons.length);
    const tab = next === null ? undefined : tabs[next];
    if (next === null || !tab) return;
    event.preventDefault();
    buttons[next]?.focus();
    onSelect(tab.id);
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[11.5rem_minmax(0,1fr)] lg:gap-7">
      <div
        role="tablist"
        aria-label="Settings"
        aria-orientation="vertical"
        ref={list}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        className="relative grid gap-x-1 max-lg:flex max-lg:overflow-x-auto max-lg:border-b max-lg:border-line max-lg:pb-2 lg:sticky lg:top-18 lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto"
      >
        {settingsGroups.map((group) => {
          const own = tabs.filter((tab) => tab.group === group);
          return (
            <Fragment key={group}>
              {own.length > 0 && (
                // Words for the eye: each tab is named by itself.
                <p aria-hidden="true" className="px-2.5 pt-2 pb-0.5 text-xs text-muted first:pt-0 max-lg:hidden">
                  {group}
                </p>
              )}
              {own.map((tab) => (
                <button
                  key={tab.id}
                  {...tabProps(prefix, tab.id, tab.id === selected)}
                  onClick={() => onSelect(tab.id)}
                  className="min-h-7.25 rounded-1 px-2.5 py-0.5 text-left font-[520] whitespace-nowrap -outline-offset-2 hover:bg-shade aria-selected:bg-nil aria-selected:font-[620] max-lg:min-h-11 forced-colors:aria-selected:border"
                >
                  {tab.label}
                </button>
              ))}
            </Fragment>
          );
        })}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.id}
          role="tabpanel"
          id={`${prefix}-panel-${tab.id}`}
          aria-labelledby={`${prefix}-tab-${tab.id}`}
          className={tab === current ? "grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5" : "folded"}
        >
          {tab.panel}
        </div>
      ))}
    </div>
  );
}
