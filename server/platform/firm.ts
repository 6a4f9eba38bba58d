// The firm as clients see it: what administrators set in Settings, Firm, and until then what content/ says. Bank details have no default:
// a transfer must not go to an account that was never set.
import { bankDetails } from "#content/bank-details.ts";
import { ibanInGroups } from "#domain/epc-code.ts";
import { mailSender, site } from "#content/site.ts";
import type { Statements } from "./database/sql.ts";

export interface BankDetails {
  holder: string;
  bank: string | null;
  account: string;
  bic: string | null;
  /** Said under the name of the way to pay. */
  note: string;
  /** By the office's clock. */
  changedOn: string | null;
}

export interface Firm {
  legalName: string;
  street: string;
  postalCode: string | null;
  city: string;
  region: string | null;
  country: string;
  taxNumber: string | null;
  /** Where clients and visitors write to. */
  email: string;
  /** What MAIL_FROM is while the environment does not say it. */
  sender: string | null;
  /** Below mails that we compose. */
  signature: string;
  /** A data address of a PNG or JPEG. */
  logo: string | null;
  bank: BankDetails | null;
}

export interface FirmRow {
  legal_name: string | null;
  street: string | null;
  postal_code: string | null;
  city: string | null;
  region: string | null;
  country: string | null;
  tax_number: string | null;
  logo: string | null;
  email: string | null;
  sender: string | null;
  signature: string | null;
  bank_holder: string | null;
  bank_name: string | null;
  bank_account: string | null;
  bank_bic: string | null;
  bank_changed_on: string | null;
}

/** An address is set as a whole, and belongs to its name: the sample street below a real name would be a place where no one is. */
const addressOf = (row: FirmRow | undefined) =>
  row?.street || row?.city || row?.legal_name
    ? {
        street: row.street ?? "",
        postalCode: row.postal_code,
        city: row.city ?? "",
        region: row.region,
        country: row.country ?? site.country,
      }
    : {
        street: site.street,
        postalCode: null,
        city: site.city,
        region: site.region,
        country: row?.country ?? site.country,
      };

export const firmOf = (row?: FirmRow): Firm => ({
  legalName: row?.legal_name ?? site.legalName,
  ...addressOf(row),
  taxNumber: row?.tax_number ?? null,
  email: row?.email ?? site.email,
  sender: row?.sender ?? (row?.email ? mailSender(row.email) : null),
  signature: row?.signature ?? `${site.name}\n${site.signOff}`,
  logo: row?.logo ?? null,
  bank:
    row?.bank_account && row.bank_holder
      ? {
          holder: row.bank_holder,
          bank: row.bank_name,
          account: ibanInGroups(row.bank_account),
          bic: row.bank_bic,
          note: bankDetails.note,
          changedOn: row.bank_changed_on,
        }
      : null,
});

/** As it is written in one line: "14 Customs Wharf, 04101 Portland, Maine". */
export const addressLine = ({ street, postalCode, city, region }: Firm): string =>
  [street, [postalCode, city].filter(Boolean).join(" "), region].filter(Boolean).join(", ");

/** Name and address, as on an invoice. */
export const firmLine = (firm: Firm): string => [firm.legalName, addressLine(firm)].filter(Boolean).join(", ");

export async function readFirm(sql: Statements): Promise<Firm> {
  const [row] = await sql<FirmRow[]>`
    select legal_name, street, postal_code, city, region, country, tax_number, logo, email, sender, signature,
      bank_holder, bank_name, bank_account, bank_bic, public.office_day(bank_changed_at)::text as bank_changed_on
    from public.firm`;
  return firmOf(row);
}
