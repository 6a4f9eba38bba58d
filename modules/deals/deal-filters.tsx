// What narrows board and list: a find field and choices that read "Owner: any".
import { useQuery } from "@tanstack/react-query";
import { staffQuery } from "#app/lib/office.ts";
import { filterBox } from "#app/records/field-kinds/filter-box.ts";
import { ReferenceFilter } from "#app/records/field-kinds/reference-filter.tsx";
import { FindField } from "#app/records/list/find-field.tsx";
import { IconButton } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { serviceLines } from "./deal.ts";
import { closings, type DealFilter } from "./deal-filter.ts";
import type { Stage } from "./board/board.ts";
import { type BoardSort, boardSorts } from "./board/board-sort.ts";

export function DealFilters({
  filter,
  params,
  stages,
  list,
  sort,
  onChange,
}: {
  filter: DealFilter;
  params: URLSearchParams;
  stages: readonly Stage[];
  list: boolean;
  sort: BoardSort | null;
  onChange: (changes: Record<string, string | null>, replace?: boolean) => void;
}) {
  const staff = useQuery(staffQuery).data ?? [];
  const set = (name: string) => (value: string) => onChange({ [name]: value || null });
  const stageValue = params.get("stage") ?? "";
  return (
    <>
      <div className="min-w-44 shrink-0 sm:w-44">
        <FindField
          label="Find a deal"
          value={params.get("search") ?? ""}
          onFind={(term) => onChange({ search: term }, true)}
        />
      </div>
      <Choice
        label="Owner"
        value={filter.owner ?? ""}
        choices={[...staff.map(({ user_id, name }) => [user_id, name] as const), ["none", "nobody"]]}
        onChange={set("owner")}
      />
      <Choice
        label="Service"
        value={filter.service ?? ""}
        choices={serviceLines.map((name) => [name, name] as const)}
        onChange={set("service")}
      />
      <Choice
        label="Closing"
        value={filter.closing ?? ""}
        choices={Object.entries(closings)}
        onChange={set("closing")}
      />
      {(list || stageValue) && (
        <Choice
          label="Stage"
          value={stageValue}
          any={list ? "open" : "any"}
          choices={[
            ...(list ? [["any", "any"] as const] : []),
            ...stages.map(({ id, name }) => [id, name] as const),
            ...(stageValue && !stages.some(({ id }) => id === stageValue) && stageValue !== "any"
              ? [[stageValue, stageValue.includes(",") ? "several" : stageValue] as const]
              : []),
          ]}
          onChange={set("stage")}
        />
      )}
      <Choice
        label="Show"
        value={filter.archived ? "archived" : filter.stale ? "stale" : ""}
        any="all"
        choices={[
          ["stale", "stale"],
          ["archived", "archived"],
        ]}
        onChange={(value) =>
          onChange({ stale: value === "stale" ? "1" : null, archived: value === "archived" ? "1" : null })
        }
      />
      {filter.account && (
        <ReferenceFilter
          label="Company"
          to={{ table: "accounts", one: "company" }}
          value={filter.account}
          onChange={set("account")}
        />
      )}
      {!list && (
        <Choice
          label="Sort"
          value={sort ?? ""}
          any="by hand"
          choices={Object.entries(boardSorts)}
          remove="Sort by hand"
          onChange={set("sort")}
        />
      )}
    </>
  );
}

function Choice({
  label,
  value,
  any = "any",
  choices,
  remove = `Remove filter ${label}`,
  onChange,
}: {
  label: string;
  value: string;
  any?: string;
  choices: readonly (readonly [value: string, words: string])[];
  remove?: string;
  onChange: (value: string) => void;
}) {
  return (
    <span className={classNames(filterBox, "inline-flex shrink-0 items-center pr-0 pl-1.5", value && "font-semibold")}>
      <select
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={classNames(
          "field-sizing-content min-h-8 max-w-52 rounded-1 bg-surface pr-1 max-sm:min-h-10",
          value && "font-semibold",
        )}
      >
        <option value="">
          {label}: {any}
        </option>
        {choices.map(([id, words]) => (
          <option key={id} value={id}>
            {label}: {words}
          </option>
        ))}
      </select>
      {value && <IconButton name="close" label={remove} size="compact" onClick={() => onChange("")} />}
    </span>
  );
}
