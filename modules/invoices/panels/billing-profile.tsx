// How a company is invoiced: legal name, address, VAT id, language, format and terms, on its page.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import * as z from "zod/mini";
import { formatDay } from "#domain/days.ts";
import type { PanelProps } from "#domain/module.ts";
import { callApi } from "#app/lib/api.ts";
import { may } from "#app/lib/access.ts";
import { messageOf, unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { call } from "#app/lib/typed-answers.ts";
import { RecordPanel } from "#app/records/page/record-panel.tsx";
import { Button, IconButton } from "#app/ui/button.tsx";
import { CountryField } from "#app/ui/country-field.tsx";
import { FieldError, SelectField, TextField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { formats, languages } from "../invoice.ts";
import { useInvoiceWork } from "../invoices-data.ts";
import { VatIdField } from "../vat-id-field.tsx";
import { vatIdProblem } from "../vat-id.ts";

const texts = [
  "legal_name",
  "street",
  "postal_code",
  "city",
  "region",
  "country",
  "vat_id",
  "buyer_reference",
  "e_address",
] as const;
const columns =
  "account_id, legal_name, street, postal_code, city, region, country, vat_id, buyer_reference, e_address, language, format, terms_days, withheld_pcm, vat_answer, vat_answered_at";
const profileQuery = (account: string) =>
  queryOptions({
    queryKey: ["invoices", "profile", account],
    queryFn: async () =>
      unwrap(await supabase().from("billing_profiles").select(columns).eq("account_id", account))[0] ?? null,
  });
type Profile = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof profileQuery>["queryFn"]>>>>;

export default function BillingProfile({ record }: PanelProps) {
  const profile = useQuery(profileQuery(record.id));
  const [editing, setEditing] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const { hash, search, state } = useLocation();
  const navigate = useNavigate();
  // What is missing in a draft leads here: to the form at once, whoever may fill it in.
  const isAsked = hash === "#billing" && !profile.isPending;
  useEffect(() => {
    if (isAsked) panel.current?.scrollIntoView({ block: "center" });
  }, [isAsked]);
  const close = () => {
    setEditing(false);
    if (hash) void navigate({ search, hash: "" }, { replace: true, state: state as unknown, preventScrollReset: true });
  };
  const { data } = profile;
  const address =
    data &&
    [
      data.legal_name,
      data.street,
      [data.postal_code, data.city].filter(Boolean).join(" "),
      data.region,
      data.country,
    ].filter(Boolean);
  return (
    <div id="billing" ref={panel}>
      <RecordPanel
        title="Billing"
        query={profile}
        empty="Not set: needed for the first invoice"
        actions={
          may("invoices", "edit") && (
            <IconButton name="edit" label="Change how it is invoiced" size="compact" onClick={() => setEditing(true)} />
          )
        }
        top={
          data && (
            <div className="grid gap-1 px-4 py-3 text-caption">
              <p dir="auto">{address?.join(", ") || "No address yet"}</p>
              {data.vat_id && <VatId account={record.id} profile={data} />}
              <p className="text-muted">
                {[
                  languages[data.language as keyof typeof languages],
                  formats[data.format as keyof typeof formats],
                  data.terms_days === null ? "" : `${data.terms_days} days to pay`,
                ]
                  .filter(Boolean)
                  .join(", ")}
              </p>
            </div>
          )
        }
      >
        {(editing || (isAsked && may("invoices", "edit"))) && (
          <ProfileDialog account={record.id} profile={data ?? null} onClose={close} />
        )}
      </RecordPanel>
    </div>
  );
}

function VatId({ account, profile }: { account: string; profile: Profile }) {
  const ask = useInvoiceWork(async () => {
    const { vat_id: vatId, answer } = await callApi(
      "/invoices/vat-id",
      z.object({ vat_id: z.string(), answer: z.string() }),
      { method: "POST", body: { vat_id: profile.vat_id } },
    );
    await call("note_vat_answer", { account, asked_vat_id: vatId, answer });
    return answer;
  }, null);
  const problem = vatIdProblem(profile.vat_id ?? "");
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span>VAT id {profile.vat_id}</span>
      {problem && <span className="font-semibold text-danger">{problem}</span>}
      {profile.vat_answer && profile.vat_answered_at && (
        <span className={profile.vat_answer === "not valid" ? "font-semibold text-danger" : "text-muted"}>
          {profile.vat_answer}, asked {formatDay(profile.vat_answered_at.slice(0, 10))}
        </span>
      )}
      {may("invoices", "edit") && (
        <Button variant="line" size="compact" disabled={ask.isPending} onClick={() => ask.mutate(undefined)}>
          {ask.isPending ? "Asking..." : "Ask the EU"}
        </Button>
      )}
      {ask.isError && <span className="text-danger">{messageOf(ask.error)}</span>}
    </p>
  );
}

const labels: Record<Exclude<(typeof texts)[number], "country" | "vat_id">, string> = {
  legal_name: "Legal name",
  street: "Street",
  postal_code: "Postal code",
  city: "City",
  region: "Region",
  buyer_reference: "Their reference",
  e_address: "Electronic address",
};

function ProfileDialog({
  account,
  profile,
  onClose,
}: {
  account: string;
  profile: Profile | null;
  onClose: () => void;
}) {
  const save = useInvoiceWork(
    async (form: FormData) => {
      const said = (name: string) => String(form.get(name) ?? "").trim() || null;
      const row = {
        account_id: account,
        ...Object.fromEntries(texts.map((name) => [name, said(name)])),
        language: said("language") ?? "en",
        format: said("format") ?? "pdf",
        terms_days: said("terms_days") === null ? null : Number(said("terms_days")),
        withheld_pcm: Math.round(Number(said("withheld") ?? 0) * 1000),
      };
      unwrap(
        await supabase()
          .from("billing_profiles")
          .upsert(row as never)
          .select("account_id"),
      );
    },
    "Billing saved",
    onClose,
  );
  return (
    <FormDialog
      title="How it is invoiced"
      confirm="Save"
      form="billing-profile"
      busy={save.isPending}
      onClose={onClose}
    >
      <form
        id="billing-profile"
        className="grid grid-cols-2 gap-3 max-sm:grid-cols-1"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(new FormData(event.currentTarget));
        }}
      >
        {texts.map((name) =>
          name === "vat_id" ? (
            <VatIdField key={name} saved={profile?.vat_id} />
          ) : name === "country" ? (
            <CountryField key={name} name={name} size="compact" defaultValue={profile?.country ?? ""} />
          ) : (
            <TextField
              key={name}
              name={name}
              label={labels[name]}
              size="compact"
              defaultValue={profile?.[name] ?? ""}
              maxLength={200}
              {...(name === "legal_name" && { hint: "Empty: the company's name" })}
            />
          ),
        )}
        <TextField
          name="terms_days"
          label="Days to pay"
          type="number"
          min={0}
          max={365}
          size="compact"
          defaultValue={profile?.terms_days ?? ""}
          hint="Empty: as the firm has it"
        />
        <TextField
          name="withheld"
          label="Withheld by them, %"
          type="number"
          min={0}
          max={100}
          step="0.001"
          size="compact"
          defaultValue={profile && profile.withheld_pcm > 0 ? profile.withheld_pcm / 1000 : ""}
        />
        <SelectField name="language" label="Language" size="compact" defaultValue={profile?.language ?? "en"}>
          {Object.entries(languages).map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField name="format" label="File" size="compact" defaultValue={profile?.format ?? "pdf"}>
          {Object.entries(formats).map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        {save.isError && (
          <div className="col-span-full">
            <FieldError>{messageOf(save.error)}</FieldError>
          </div>
        )}
      </form>
    </FormDialog>
  );
}
