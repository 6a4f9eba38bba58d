// The firm: who offers, who is paid and who signs. Pay pages, PDFs, proposals, mails and the public pages follow within seconds.
import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { mailSender, site } from "#content/site.ts";
import { type FirmRow, firmQuery, useSaveFirm } from "#app/lib/firm.ts";
import { inOfficeTime } from "#app/lib/office-time.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { CountryField } from "#app/ui/country-field.tsx";
import { TextArea, TextField } from "#app/ui/field.tsx";
import { toast } from "#app/ui/toast.ts";
import { FailedPanel } from "../office/failed-panel.tsx";
import { Panel } from "../panel.tsx";
import { FirmForm } from "./firm-form.tsx";
import { PictureField } from "./picture-field.tsx";

export function Firm() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-2">
      <Panel title="Firm" note="On invoices, proposals and the public pages, which follow within seconds.">
        <FirmDetails />
      </Panel>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <Panel title="Bank details" note="Where transfers go: on pay pages and invoices. Changes are in the audit log.">
          <BankForm />
        </Panel>
        <Panel title="Sender and signature" note="How the firm writes.">
          <SenderForm />
        </Panel>
      </div>
    </div>
  );
}

const firmFields = ["legal_name", "street", "postal_code", "city", "region", "country", "tax_number"] as const;
const bankFields = ["bank_holder", "bank_account", "bank_bic", "bank_name"] as const;
const senderFields = ["email", "sender", "signature"] as const;

/** What each form needs first. When one of its fields is saved it is drawn again, with what is kept; the other forms keep what is typed. */
function WithFirm({
  fields,
  children,
}: {
  fields: readonly (keyof FirmRow)[];
  children: (firm: FirmRow) => React.ReactNode;
}) {
  const firm = useQuery(firmQuery);
  if (firm.isPending) return <LoadingRows rows={4} />;
  if (firm.isError) return <FailedPanel what="the firm" query={firm} />;
  const { data } = firm;
  return <div key={JSON.stringify(fields.map((field) => data[field]))}>{children(data)}</div>;
}

/** A text of the firm, with what is kept. */
const FirmField = ({
  firm,
  name,
  ...field
}: { firm: FirmRow; name: keyof FirmRow } & Omit<
  ComponentProps<typeof TextField>,
  "defaultValue" | "name" | "size"
>) => <TextField {...field} name={name} size="compact" defaultValue={firm[name] ?? ""} />;

export function FirmDetails() {
  const saveLogo = useSaveFirm(({ logo }) => toast({ title: logo ? "Logo saved" : "Logo removed" }));
  return (
    <WithFirm fields={firmFields}>
      {(firm) => (
        <div className="grid gap-5">
          <FirmForm fields={firmFields} saved="Firm saved" button="Save firm">
            <FirmField
              firm={firm}
              label="Legal name"
              name="legal_name"
              maxLength={200}
              autoComplete="organization"
              placeholder={site.legalName}
            />
            <FirmField
              firm={firm}
              label="Street"
              name="street"
              maxLength={200}
              autoComplete="street-address"
              placeholder={site.street}
            />
            <div className="grid gap-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
              <FirmField firm={firm} label="Postal code" name="postal_code" maxLength={20} />
              <FirmField firm={firm} label="City" name="city" maxLength={100} placeholder={site.city} />
            </div>
            <div className="grid gap-4 sm:grid-cols-2">
              <FirmField firm={firm} label="Region" name="region" maxLength={100} />
              <CountryField name="country" size="compact" defaultValue={firm.country ?? ""} />
            </div>
            <FirmField
              firm={firm}
              label="Tax number"
              name="tax_number"
              maxLength={60}
              hint="On invoices and pay pages."
            />
          </FirmForm>
          <PictureField
            label="Logo"
            hint="On pay pages, proposals and shared documents. PNG or JPEG, made smaller for you."
            value={firm.logo}
            busy={saveLogo.isPending}
            onChange={(logo) =>
              saveLogo.mutate(
                { logo },
                {
                  onError: (error) =>
                    toast({ title: "Failed to save the logo", text: messageOf(error), tone: "danger" }),
                },
              )
            }
          />
        </div>
      )}
    </WithFirm>
  );
}

export function BankForm() {
  return (
    <WithFirm fields={bankFields}>
      {(firm) => (
        <FirmForm fields={bankFields} saved="Bank details saved" button="Save bank details">
          <p className={firm.bank_account ? "text-caption text-muted" : "text-caption font-semibold text-dev"}>
            {firm.bank_account
              ? `Changed on ${inOfficeTime(new Date(firm.bank_changed_at ?? ""), { year: "numeric", month: "long", day: "numeric" })}.`
              : "Bank details are not set. Until they are, pay pages ask clients to write to you."}
          </p>
          <FirmField firm={firm} label="Account holder" name="bank_holder" maxLength={200} />
          <FirmField
            firm={firm}
            label="Account or IBAN"
            name="bank_account"
            maxLength={60}
            autoComplete="off"
            spellCheck={false}
          />
          <div className="grid gap-4 sm:grid-cols-[9rem_minmax(0,1fr)]">
            <FirmField firm={firm} label="BIC" name="bank_bic" maxLength={11} autoComplete="off" spellCheck={false} />
            <FirmField firm={firm} label="Bank" name="bank_name" maxLength={200} />
          </div>
        </FirmForm>
      )}
    </WithFirm>
  );
}

export function SenderForm() {
  return (
    <WithFirm fields={senderFields}>
      {(firm) => (
        <FirmForm fields={senderFields} saved="Sender saved" button="Save sender">
          <FirmField
            firm={firm}
            label="Public mail address"
            name="email"
            type="email"
            maxLength={254}
            placeholder={site.email}
            hint="On the public pages and in what clients read."
          />
          <FirmField
            firm={firm}
            label="Sender"
            name="sender"
            maxLength={300}
            placeholder={mailSender(firm.email ?? site.email)}
            hint="Who mail comes from. Your mail provider must accept it."
          />
          <TextArea
            label="Signature"
            name="signature"
            size="compact"
            rows={3}
            maxLength={500}
            defaultValue={firm.signature ?? ""}
            placeholder={`${site.name}\n${site.signOff}`}
            hint="Below receipts, payment requests and other mails that are written for you."
          />
        </FirmForm>
      )}
    </WithFirm>
  );
}
