// Settings, Taxes: classes of what is sold, and for each where a buyer is and from which day which taxes hold.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { formatDay } from "#domain/days.ts";
import { messageOf, unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { withJson } from "#app/lib/typed-answers.ts";
import { DayField } from "#app/records/field-kinds/late-day-input.tsx";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Button, IconButton } from "#app/ui/button.tsx";
import { FieldError, SelectField, TextField } from "#app/ui/field.tsx";
import { percentOf, ratePcm, taxSchema } from "../invoice.ts";
import { classesQuery, useInvoiceWork } from "../invoices-data.ts";
import { SettingsPanel } from "./settings-panel.tsx";

const places = {
  home: "In our own country",
  eu_business: "Elsewhere in the EU, with a VAT id",
  eu_consumer: "Elsewhere in the EU, without one",
  outside: "Outside the EU",
} as const;
const categories = {
  S: "S, taxed at a rate",
  Z: "Z, zero rated",
  E: "E, exempt",
  AE: "AE, reverse charge",
  K: "K, supply of goods within the EU",
  G: "G, export",
  O: "O, outside the scope of tax",
} as const;
const usualReasons: Record<string, string> = { AE: "Reverse charge", K: "Intra-community supply, exempt from VAT" };
const needsReason = (category: string) => ["E", "AE", "K"].includes(category);

const rulesQuery = queryOptions({
  queryKey: ["invoices", "tax rules"],
  queryFn: async () =>
    withJson(
      "tax_rules",
      z.object({ parts: z.array(taxSchema) }),
      unwrap(
        await supabase()
          .from("tax_rules")
          .select("class_id, place, from_on, parts")
          .order("from_on", { ascending: false }),
      ),
    ),
});

export default function TaxSettings() {
  const classes = useQuery(classesQuery);
  const rules = useQuery(rulesQuery);
  const remove = useInvoiceWork(
    async (rule: { class_id: string; place: keyof typeof places; from_on: string }) =>
      unwrap(
        await supabase()
          .from("tax_rules")
          .delete()
          .eq("class_id", rule.class_id)
          .eq("place", rule.place)
          .eq("from_on", rule.from_on)
          .select("place"),
      ),
    "Rule removed",
  );
  const [name, setName] = useState("");
  const addClass = useInvoiceWork(
    async (title: string) => unwrap(await supabase().from("tax_classes").insert({ name: title }).select("id")),
    "Class added",
    () => setName(""),
  );
  if (classes.isPending || rules.isPending) return <LoadingRows rows={5} />;
  const failed = classes.error ?? rules.error;
  if (failed || !classes.data || !rules.data)
    return (
      <p role="alert" className="text-danger">
        Failed to load the rules. {messageOf(failed)}
      </p>
    );
  return (
    <div className="grid items-start gap-5 xl:grid-cols-2">
      <SettingsPanel
        title="Rules"
        note="No rate comes with the product. Ask your accountant which hold for you; an invoice takes the rule of its day."
      >
        {rules.data.length === 0 && (
          <p className="px-4 py-3 text-muted">No rule yet: every line has to say its tax by itself.</p>
        )}
        <ul>
          {rules.data.map((rule) => (
            <li
              key={`${rule.class_id} ${rule.place} ${rule.from_on}`}
              className="flex items-center justify-between gap-3 border-b border-line px-4 py-2.5 last:border-0"
            >
              <span className="min-w-0">
                <b className="block font-semibold">
                  {classes.data.find(({ id }) => id === rule.class_id)?.name}:{" "}
                  {rule.parts.map((part) => `${part.name || "Tax"} ${percentOf(ratePcm(part))}`).join(" + ") ||
                    "no tax"}
                </b>
                <span className="block text-caption text-muted">
                  {places[rule.place]}, from {formatDay(rule.from_on)}
                  {rule.parts.map((part) => part.reason).filter(Boolean).length > 0 &&
                    `. ${rule.parts
                      .map((part) => part.reason)
                      .filter(Boolean)
                      .join(", ")}`}
                </span>
              </span>
              <IconButton
                name="trash"
                label="Remove this rule"
                size="compact"
                disabled={remove.isPending}
                onClick={() => remove.mutate(rule)}
              />
            </li>
          ))}
        </ul>
        {remove.isError && (
          <p className="px-4 py-2 text-danger" role="alert">
            {messageOf(remove.error)}
          </p>
        )}
      </SettingsPanel>
      <div className="grid gap-5">
        <SettingsPanel title="A new rule">
          <NewRule classes={classes.data} />
        </SettingsPanel>
        <SettingsPanel title="Classes" note="What is taxed alike. A line has the first one unless it says another.">
          <ul>
            {classes.data.map((each) => (
              <li key={each.id} className="border-b border-line px-4 py-2">
                {each.name}
                {each.is_default && <span className="text-muted">, the usual one</span>}
              </li>
            ))}
          </ul>
          <form
            className="flex flex-wrap items-end gap-2 p-4"
            onSubmit={(event) => {
              event.preventDefault();
              addClass.mutate(name.trim());
            }}
          >
            <TextField
              label="A new class"
              size="compact"
              required
              maxLength={60}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
            <Button type="submit" variant="line" size="compact" disabled={addClass.isPending}>
              Add
            </Button>
            {addClass.isError && <FieldError>{messageOf(addClass.error)}</FieldError>}
          </form>
        </SettingsPanel>
      </div>
    </div>
  );
}

function NewRule({ classes }: { classes: readonly { id: string; name: string; is_default: boolean }[] }) {
  const [from, setFrom] = useState("");
  const [category, setCategory] = useState<keyof typeof categories>("S");
  const [second, setSecond] = useState(false);
  const save = useInvoiceWork(async (form: FormData) => {
    const said = (field: string) => String(form.get(field) ?? "").trim();
    const rate = (field: string) => Math.round(Number(said(field)) * 1000);
    const parts = [
      {
        name: said("name"),
        category,
        rate_pcm: category === "S" ? rate("rate") : 0,
        reason: said("reason") || null,
        reason_code: said("reason_code") || null,
      },
      ...(second ? [{ name: said("name2"), category: "S", rate_pcm: rate("rate2") }] : []),
    ];
    unwrap(
      await supabase()
        .from("tax_rules")
        .insert({
          class_id: said("class"),
          place: said("place") as keyof typeof places,
          from_on: from,
          parts: parts as never,
        })
        .select("place"),
    );
  }, "Rule added");
  return (
    <form
      className="grid gap-3 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(new FormData(event.currentTarget));
      }}
    >
      <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
        <SelectField
          name="class"
          label="Class"
          size="compact"
          defaultValue={classes.find((each) => each.is_default)?.id}
        >
          {classes.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField name="place" label="Where the client is" size="compact">
          {Object.entries(places).map(([id, words]) => (
            <option key={id} value={id}>
              {words}
            </option>
          ))}
        </SelectField>
        <DayField label="From" value={from} onChange={setFrom} />
        <SelectField
          label="Category"
          size="compact"
          value={category}
          onChange={(event) => setCategory(event.target.value as typeof category)}
        >
          {Object.entries(categories).map(([id, words]) => (
            <option key={id} value={id}>
              {words}
            </option>
          ))}
        </SelectField>
        <TextField name="name" label="Name" size="compact" maxLength={40} defaultValue="VAT" />
        {category === "S" && (
          <TextField
            name="rate"
            label="Rate, %"
            type="number"
            min={0.001}
            max={100}
            step="0.001"
            required
            size="compact"
          />
        )}
        {category !== "S" && (
          <>
            <TextField
              name="reason"
              label="Reason"
              size="compact"
              maxLength={300}
              required={needsReason(category)}
              defaultValue={usualReasons[category] ?? ""}
              key={category}
            />
            <TextField
              name="reason_code"
              label="Code of the reason"
              size="compact"
              maxLength={40}
              pattern="[A-Z0-9\-]*"
              hint="A VATEX code, if there is one"
            />
          </>
        )}
        {second && (
          <>
            <TextField name="name2" label="Second name" size="compact" maxLength={40} />
            <TextField
              name="rate2"
              label="Second rate, %"
              type="number"
              min={0.001}
              max={100}
              step="0.001"
              required
              size="compact"
            />
          </>
        )}
      </div>
      {save.isError && <FieldError>{messageOf(save.error)}</FieldError>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="compact" disabled={save.isPending || from === ""}>
          Add the rule
        </Button>
        {category === "S" && (
          <Button variant="line" size="compact" onClick={() => setSecond(!second)}>
            {second ? "One tax" : "Two taxes"}
          </Button>
        )}
      </div>
    </form>
  );
}
