// What narrows board and list: a find field and choices that read "Owner: any".
import { useQuery } from "@tanstack/react-query";
import { serviceLines } from "#content/service-lines.ts";
import { staffQuery } from "#app/lib/office.ts";
import { ReferenceFilter } from "#app/records/field-kinds/reference-filter.tsx";
import { ChoiceFilter } from "#app/records/filter/choice-filter.tsx";
import { FindField } from "#app/records/list/find-field.tsx";
import { closings, type DealFilter } from "./deal-filter.ts";
import type { Stage } from "./board/board.ts";
import type { BoardSort } from "./board/board-sort.ts";
import { ViewOptions } from "./view-options.tsx";

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
      <ChoiceFilter
        label="Owner"
        value={filter.owner ?? ""}
        choices={[...staff.map(({ user_id, name }) => [user_id, name] as const), ["none", "nobody"]]}
        onChange={set("owner")}
      />
      <ChoiceFilter
        label="Service"
        value={filter.service ?? ""}
        choices={serviceLines.map((name) => [name, name] as const)}
        onChange={set("service")}
      />
      <ChoiceFilter
        label="Closing"
        value={filter.closing ?? ""}
        choices={Object.entries(closings)}
        onChange={set("closing")}
      />
      {(list || stageValue) && (
        <ChoiceFilter
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
      {filter.account && (
        <ReferenceFilter
          label="Company"
          to={{ table: "accounts", one: "company" }}
          value={filter.account}
          onChange={set("account")}
        />
      )}
      <ViewOptions {...{ filter, list, sort, onChange }} />
    </>
  );
}
