// Whom to enrol: narrowed down by words and by what the CRM knows, ticked one by one or all at once.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { countOf } from "#app/lib/formats.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Button } from "#app/ui/button.tsx";
import { Checkbox, SelectField, TextField } from "#app/ui/field.tsx";
import { foundQuery, type PeopleFilter } from "./enrol-data.ts";

const maxListed = 100;
const accountTypes = ["Prospect", "Customer"];

export function ChoosePeople({
  chosen,
  onChoose,
}: {
  chosen: readonly string[];
  onChoose: (ids: readonly string[]) => void;
}) {
  const [filter, setFilter] = useState<PeopleFilter>({ search: "", account_type: "", industry: "", role: "" });
  const found = useQuery(foundQuery(filter));
  const set = (changes: Partial<PeopleFilter>) => setFilter({ ...filter, ...changes });
  const all = found.data ?? [];
  const ids = new Set(chosen);
  const allIn = all.length > 0 && all.every(({ id }) => ids.has(id));
  const without = (gone: readonly string[]) => chosen.filter((id) => !gone.includes(id));
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label="Words"
          size="compact"
          type="search"
          value={filter.search}
          onChange={(event) => set({ search: event.target.value })}
        />
        <SelectField
          label="Type of company"
          size="compact"
          value={filter.account_type}
          onChange={(event) => set({ account_type: event.target.value })}
        >
          <option value="">any</option>
          {accountTypes.map((type) => (
            <option key={type}>{type}</option>
          ))}
        </SelectField>
        <TextField
          label="Industry"
          size="compact"
          value={filter.industry}
          onChange={(event) => set({ industry: event.target.value })}
        />
        <TextField
          label="Role"
          size="compact"
          value={filter.role}
          onChange={(event) => set({ role: event.target.value })}
        />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <output className="text-caption text-muted">
          {found.data && `${countOf(all.length, "person", "people")} found, ${chosen.length} chosen`}
        </output>
        {all.length > 0 && (
          <Button
            variant="line"
            size="compact"
            className="ml-auto"
            onClick={() => {
              const listed = all.map(({ id }) => id);
              onChoose(allIn ? without(listed) : [...new Set([...chosen, ...listed])]);
            }}
          >
            {allIn ? "Choose none of them" : `Choose all ${all.length}`}
          </Button>
        )}
      </div>
      {found.isPending && <LoadingRows rows={3} />}
      {found.isError && (
        <p role="alert" className="text-danger">
          Failed to find people. {messageOf(found.error)}
        </p>
      )}
      {found.data?.length === 0 && <p className="text-muted">Nobody matches.</p>}
      {all.length > 0 && (
        <ul aria-label="People found" className="max-h-72 overflow-y-auto border-y border-line">
          {all.slice(0, maxListed).map(({ id, name, account_name, email }) => (
            <li key={id} className="border-b border-line py-1.5 last:border-0">
              <Checkbox
                checked={ids.has(id)}
                onChange={(event) => onChoose(event.target.checked ? [...chosen, id] : without([id]))}
                label={
                  <span className="wrap-anywhere">
                    <bdi className="font-semibold">{name}</bdi>
                    <span className="text-muted">
                      , <bdi>{account_name}</bdi>
                      {email ? `, ${email}` : ", no address"}
                    </span>
                  </span>
                }
              />
            </li>
          ))}
          {all.length > maxListed && (
            <li className="py-2 text-muted">and {all.length - maxListed} more: narrow it down, or choose all</li>
          )}
        </ul>
      )}
    </div>
  );
}
