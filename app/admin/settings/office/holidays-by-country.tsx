// Public holidays of a country for the next years, taken over by a click. They stay days like any other: removed and renamed in the list.
import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { callApi } from "#app/lib/api.ts";
import { countOf } from "#app/lib/formats.ts";
import type { Holiday } from "#app/lib/office.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { toast } from "#app/ui/toast.ts";
import { Refused } from "../panel.tsx";

const placeSchema = z.object({ code: z.string(), name: z.string() });
const holidaySchema = z.object({ day: z.string(), name: z.string() });

const placesQuery = (country: string | null) =>
  queryOptions({
    queryKey: ["holiday places", country],
    queryFn: () => callApi(country === null ? "/holidays" : `/holidays/${country}`, z.array(placeSchema)),
    staleTime: Infinity,
  });

export function HolidaysByCountry({
  put,
  onAdded,
}: {
  put: (holidays: readonly Holiday[]) => Promise<void>;
  onAdded: () => Promise<unknown>;
}) {
  const countries = useQuery(placesQuery(null));
  const [country, setCountry] = useState("");
  const [region, setRegion] = useState("");
  const regions = useQuery({ ...placesQuery(country), enabled: country !== "" });
  const add = useMutation({
    mutationFn: async () => {
      const query = region ? `?${new URLSearchParams({ region })}` : "";
      const days = await callApi(`/holidays/${country}/days${query}`, z.array(holidaySchema));
      await put(days);
      return days.length;
    },
    onSuccess: async (count) => {
      await onAdded();
      toast({ title: `${countOf(count, "holiday")} added`, text: "Of this year and the next four." });
    },
  });
  return (
    <div className="grid gap-3">
      <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
        <SelectField
          label="Country"
          size="compact"
          value={country}
          disabled={countries.isPending}
          onChange={(event) => {
            setCountry(event.target.value);
            setRegion("");
          }}
        >
          <option value="">{countries.isPending ? "Loading..." : "Choose a country"}</option>
          {countries.data?.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Region"
          size="compact"
          value={region}
          disabled={!regions.data || regions.data.length === 0}
          onChange={(event) => setRegion(event.target.value)}
        >
          <option value="">Everywhere</option>
          {regions.data?.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <Button size="dialog" variant="line" disabled={country === "" || add.isPending} onClick={() => add.mutate()}>
          {add.isPending ? "Adding..." : "Add its holidays"}
        </Button>
      </div>
      {(countries.isError || add.isError) && <Refused>{messageOf(countries.error ?? add.error)}</Refused>}
    </div>
  );
}
