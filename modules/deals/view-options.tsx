// What of the deals is shown and how the board is sorted, in one menu.
import { Button } from "react-aria-components/Button";
import { Header } from "react-aria-components/Header";
import { Menu, MenuItem, MenuSection, MenuTrigger } from "react-aria-components/Menu";
import { Popover } from "react-aria-components/Popover";
import { classNames } from "#app/ui/class-names.ts";
import { floating, floatingItem, useTopLayer } from "#app/ui/compact/top-layer.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { DealFilter } from "./deal-filter.ts";
import { type BoardSort, boardSorts } from "./board/board-sort.ts";

const shows = { all: "All", stale: "Stale", archived: "Archived" } as const;
const byHand = "by hand";

export function ViewOptions({
  filter,
  list,
  sort,
  onChange,
}: {
  filter: DealFilter;
  list: boolean;
  sort: BoardSort | null;
  onChange: (changes: Record<string, string | null>) => void;
}) {
  const { layer, raise } = useTopLayer();
  const shown = filter.archived ? "archived" : filter.stale ? "stale" : "all";
  const said = [
    shown === "all" ? [] : shows[shown].toLowerCase(),
    sort && !list ? `by ${boardSorts[sort]}` : [],
  ].flat();
  const sections = [
    {
      heading: "Show",
      chosen: shown,
      choices: Object.entries(shows),
      choose: (id: string) =>
        onChange({ stale: id === "stale" ? "1" : null, archived: id === "archived" ? "1" : null }),
    },
    ...(list
      ? []
      : [
          {
            heading: "Sort",
            chosen: sort ?? byHand,
            choices: [[byHand, "By hand"], ...Object.entries(boardSorts).map(([id, words]) => [id, `By ${words}`])] as [
              string,
              string,
            ][],
            choose: (id: string) => onChange({ sort: id === byHand ? null : id }),
          },
        ]),
  ];
  return layer(
    <MenuTrigger onOpenChange={(open) => open && raise()}>
      <Button
        aria-label={`View: ${said.join(", ") || "all"}`}
        className={classNames(
          "inline-flex min-h-8.5 shrink-0 items-center gap-1.5 rounded-1 border border-control px-3 text-caption hover:border-ink max-sm:min-h-10.5",
          said.length > 0 ? "bg-nil" : "bg-surface",
        )}
      >
        <span className="font-semibold">{said.length > 0 ? "View:" : "View"}</span>{" "}
        {said.length > 0 && <span>{said.join(", ")}</span>}
        <Icon name="chevron" className="size-3.5 text-muted" />
      </Button>
      <Popover placement="bottom start" offset={6} className={classNames(floating, "min-w-44")}>
        <Menu aria-label="View" className="outline-none">
          {sections.map(({ heading, chosen, choices, choose }) => (
            <MenuSection
              key={heading}
              selectionMode="single"
              selectedKeys={[chosen]}
              onSelectionChange={(keys) => {
                const [key] = keys === "all" ? [] : [...keys];
                if (key !== undefined) choose(String(key));
              }}
            >
              <Header className="px-2.5 pt-2 pb-1 text-xs text-muted">{heading}</Header>
              {choices.map(([id, words]) => (
                <MenuItem
                  key={id}
                  id={id}
                  textValue={words}
                  className={classNames(floatingItem, "group flex items-center gap-2.5")}
                >
                  <Icon name="check" className="size-4 opacity-0 group-data-[selected]:opacity-100" />
                  {words}
                </MenuItem>
              ))}
            </MenuSection>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>,
  );
}
