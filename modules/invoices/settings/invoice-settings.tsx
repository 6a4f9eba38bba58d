// Settings, Invoices: what invoices say of the firm besides Settings, Firm; terms, numbers, accounts for other currencies, late fees.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { messageOf, unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { call } from "#app/lib/typed-answers.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Button, IconButton } from "#app/ui/button.tsx";
import { Checkbox, FieldError, SelectField, TextArea, TextField } from "#app/ui/field.tsx";
import { currenciesQuery, useInvoiceWork } from "../invoices-data.ts";
import { VatIdField } from "../vat-id-field.tsx";
import { SettingsPanel } from "./settings-panel.tsx";

const settingsQuery = queryOptions({
  queryKey: ["invoices", "settings"],
  queryFn: async () => {
    const [firm] = unwrap(
      await supabase()
        .from("firm")
        .select("legal_name, street, city, country, tax_number, vat_id, register_entry, phone"),
    );
    const [settings] = unwrap(
      await supabase()
        .from("invoice_settings")
        .select("terms_days, fiscal_month, footer, late_fees, late_days, late_fee_minor, late_interest_bp"),
    );
    const accounts = unwrap(
      await supabase().from("seller_accounts").select("currency, holder, bank, account, bic").order("currency"),
    );
    const starts = unwrap(await supabase().from("invoice_starts").select("series, year, first").order("year"));
    return { firm: firm!, settings: settings!, accounts, starts };
  },
});
type Settings = Awaited<ReturnType<NonNullable<typeof settingsQuery.queryFn>>>;

const said = (form: FormData, name: string) => String(form.get(name) ?? "").trim() || null;

export default function InvoiceSettings() {
  const query = useQuery(settingsQuery);
  if (query.isPending) return <LoadingRows rows={6} />;
  if (query.isError)
    return (
      <p role="alert" className="text-danger">
        Failed to load the settings. {messageOf(query.error)}
      </p>
    );
  const { firm } = query.data;
  const missing = [
    !firm.legal_name && "legal name",
    !(firm.street && firm.city && firm.country) && "address",
    !firm.vat_id && !firm.tax_number && "tax number",
  ].filter(Boolean);
  return (
    <div className="grid items-start gap-5 xl:grid-cols-2">
      <SettingsPanel
        title="What invoices say of the firm"
        note="An invoice keeps the words it was issued with; later changes are for later invoices."
      >
        <SellerForm data={query.data} />
        {missing.length > 0 && (
          <p className="border-t border-line bg-dev-bg px-4 py-2.5 text-dev">
            Missing before the first invoice: {missing.join(", ")}.{" "}
            <Link to="/admin/settings?tab=firm" className="font-semibold underline">
              Settings, Firm
            </Link>
          </p>
        )}
      </SettingsPanel>
      <SettingsPanel
        title="Terms and numbers"
        note="Numbers run without gaps for each year, invoices by themselves and credit notes by themselves."
      >
        <TermsForm data={query.data} />
        <StartForm data={query.data} />
      </SettingsPanel>
      <SettingsPanel title="Accounts by currency" note="Where a currency is paid to, if not to the firm's own account.">
        <Accounts data={query.data} />
      </SettingsPanel>
      <SettingsPanel
        title="Late fees"
        note="Off unless you turn it on. On: a draft for each invoice and stage, which a person issues or throws away. Ask your accountant what may be charged."
      >
        <LateForm data={query.data} />
      </SettingsPanel>
    </div>
  );
}

function Form({
  onSave,
  saved,
  button = "Save",
  children,
}: {
  onSave: (form: FormData) => Promise<unknown>;
  saved: string;
  button?: string;
  children: React.ReactNode;
}) {
  const save = useInvoiceWork(onSave, saved);
  return (
    <form
      className="grid gap-3 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(new FormData(event.currentTarget));
      }}
    >
      {children}
      {save.isError && <FieldError>{messageOf(save.error)}</FieldError>}
      <Button type="submit" size="compact" disabled={save.isPending} className="justify-self-start">
        {save.isPending ? "Saving..." : button}
      </Button>
    </form>
  );
}

const change = async (table: "firm" | "invoice_settings", row: object) =>
  unwrap(
    await supabase()
      .from(table)
      .update(row as never)
      .eq("id", true)
      .select("id"),
  );

const SellerForm = ({ data: { firm, settings } }: { data: Settings }) => (
  <Form
    saved="Saved"
    onSave={async (form) => {
      await change("firm", {
        vat_id: said(form, "vat_id"),
        register_entry: said(form, "register_entry"),
        phone: said(form, "phone"),
      });
      await change("invoice_settings", { footer: said(form, "footer") ?? "" });
    }}
  >
    <VatIdField saved={firm.vat_id} />
    <TextField
      name="register_entry"
      label="Register"
      size="compact"
      maxLength={200}
      defaultValue={firm.register_entry ?? ""}
      hint="Such as HRB 12345, Amtsgericht Hamburg"
    />
    <TextField
      name="phone"
      label="Phone"
      size="compact"
      maxLength={40}
      defaultValue={firm.phone ?? ""}
      hint="XRechnung asks for one"
    />
    <TextArea
      name="footer"
      label="Words at the end of every invoice"
      size="compact"
      rows={2}
      maxLength={500}
      defaultValue={settings.footer}
    />
  </Form>
);

const months = Array.from({ length: 12 }, (_, place) =>
  new Intl.DateTimeFormat("en-US", { month: "long", timeZone: "UTC" }).format(new Date(Date.UTC(2026, place, 15))),
);

const TermsForm = ({ data: { settings } }: { data: Settings }) => (
  <Form
    saved="Saved"
    onSave={(form) =>
      change("invoice_settings", {
        terms_days: Number(said(form, "terms_days") ?? 14),
        fiscal_month: Number(said(form, "fiscal_month") ?? 1),
      })
    }
  >
    <TextField
      name="terms_days"
      label="Days to pay"
      type="number"
      min={0}
      max={365}
      required
      size="compact"
      defaultValue={settings.terms_days}
    />
    <SelectField
      name="fiscal_month"
      label="The year of numbers begins in"
      size="compact"
      defaultValue={settings.fiscal_month}
    >
      {months.map((name, place) => (
        <option key={name} value={place + 1}>
          {name}
        </option>
      ))}
    </SelectField>
  </Form>
);

const StartForm = ({ data: { starts } }: { data: Settings }) => (
  <div className="border-t border-line">
    <Form
      saved="First number set"
      button="Set the first number"
      onSave={(form) =>
        call("set_first_number", { of_series: said(form, "series") ?? "I", first: Number(said(form, "first") ?? 0) })
      }
    >
      <p className="text-caption text-muted">
        Once for each series and year, before one is given: for a firm that has issued invoices elsewhere this year.
        {starts.length > 0 &&
          ` Set: ${starts.map(({ series, year, first }) => `${series}-${year}-${first}`).join(", ")}.`}
      </p>
      <div className="grid grid-cols-2 gap-3">
        <SelectField name="series" label="Series" size="compact">
          <option value="I">Invoices</option>
          <option value="C">Credit notes</option>
        </SelectField>
        <TextField name="first" label="First number" type="number" min={1} max={1_000_000} required size="compact" />
      </div>
    </Form>
  </div>
);

function Accounts({ data: { accounts } }: { data: Settings }) {
  const currencies = useQuery(currenciesQuery).data ?? [];
  const remove = useInvoiceWork(
    async (currency: string) =>
      unwrap(await supabase().from("seller_accounts").delete().eq("currency", currency).select("currency")),
    "Account removed",
  );
  return (
    <>
      <ul>
        {accounts.map((row) => (
          <li key={row.currency} className="flex items-center justify-between gap-3 border-b border-line px-4 py-2">
            <span className="min-w-0">
              <b className="font-semibold">{row.currency}</b> {row.account}{" "}
              <span className="text-muted">{row.holder}</span>
            </span>
            <IconButton
              name="trash"
              label={`Remove the account for ${row.currency}`}
              size="compact"
              disabled={remove.isPending}
              onClick={() => remove.mutate(row.currency)}
            />
          </li>
        ))}
      </ul>
      <Form
        saved="Account saved"
        button="Add the account"
        onSave={async (form) =>
          unwrap(
            await supabase()
              .from("seller_accounts")
              .upsert({
                currency: said(form, "currency") ?? "",
                holder: said(form, "holder") ?? "",
                bank: said(form, "bank"),
                account: said(form, "account") ?? "",
                bic: said(form, "bic"),
              })
              .select("currency"),
          )
        }
      >
        <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
          <SelectField name="currency" label="Currency" size="compact">
            {currencies.map((code) => (
              <option key={code}>{code}</option>
            ))}
          </SelectField>
          <TextField name="holder" label="Holder" required size="compact" maxLength={200} />
          <TextField name="account" label="IBAN or account" required size="compact" maxLength={60} />
          <TextField name="bic" label="BIC" size="compact" maxLength={11} />
          <TextField name="bank" label="Bank" size="compact" maxLength={200} />
        </div>
      </Form>
    </>
  );
}

const LateForm = ({ data: { settings } }: { data: Settings }) => (
  <Form
    saved="Late fees saved"
    onSave={(form) =>
      change("invoice_settings", {
        late_fees: form.get("late_fees") === "on",
        late_days: (said(form, "late_days") ?? "30").split(",").map((day) => Number(day.trim())),
        late_fee_minor: Math.round(Number(said(form, "late_fee") ?? 0) * 100),
        late_interest_bp: Math.round(Number(said(form, "late_interest") ?? 0) * 100),
      })
    }
  >
    <Checkbox name="late_fees" label="Write drafts of late fees" defaultChecked={settings.late_fees} />
    <TextField
      name="late_days"
      label="Days after the due day"
      size="compact"
      pattern="\s*\d{1,3}(\s*,\s*\d{1,3}){0,4}\s*"
      defaultValue={settings.late_days.join(", ")}
      hint="Up to five stages, such as 30, 60"
    />
    <div className="grid grid-cols-2 gap-3">
      <TextField
        name="late_fee"
        label="Fee"
        type="number"
        min={0}
        step="0.01"
        size="compact"
        defaultValue={settings.late_fee_minor / 100}
      />
      <TextField
        name="late_interest"
        label="Interest a year, %"
        type="number"
        min={0}
        max={30}
        step="0.01"
        size="compact"
        defaultValue={settings.late_interest_bp / 100}
      />
    </div>
  </Form>
);
